from firmware import app_meter

app_meter.main()
