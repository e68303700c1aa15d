// Amounts are whole cents; they are split as text, never divided as floats.

export function dollars(cents) {
  if (cents === undefined || cents === null) return "–";
  const text = String(Math.abs(Number(cents))).padStart(3, "0");
  const whole = text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${Number(cents) < 0 ? "−" : ""}$${whole}.${text.slice(-2)}`;
}
