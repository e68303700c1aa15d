from firmware import app_shoe

app_shoe.main()
