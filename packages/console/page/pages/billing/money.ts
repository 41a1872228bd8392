/** An amount in minor units of a currency of ISO 4217, such as cents, as people write it. */
export const money = (amount: number, currency: string, locale: string): string => {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
