/** The billing transactions of the demo: a year of a plan with credits, including a failed payment and a refund. */
import { Timestamp, type Transaction } from "@mailroom/core"

type NewTransaction = Transaction.NewTransaction

/** The monthly price in euro cents, and the monthly credits. */
const plan = { price: 7_900, credits: 20_000 }
const currency = "EUR"
/** The month whose payment failed at first. `refunded` is the month with a refund of one half. */
const declined = 5
const refunded = 9

const day = 86_400_000

const instant = (year: number, month: number, dayOfMonth: number, hour: number) =>
  Timestamp.fromMillis(Date.UTC(year, month, dayOfMonth, hour))

const used = (month: number) => 14_200 + ((month * 3_631) % 5_400)

/** The transactions of a year until `now`, the oldest first. */
export const ledger = (now: number): ReadonlyArray<NewTransaction> => {
  const today = new Date(now)
  let balance = 0
  const book = (credits: number) => ({ credits, balance_after: (balance += credits) })
  const rows = Array.from({ length: 12 }, (_, number): ReadonlyArray<NewTransaction> => {
    const year = today.getUTCFullYear()
    const month = today.getUTCMonth() - 12 + number
    const at = (dayOfMonth: number, hour: number) => instant(year, month, dayOfMonth, hour)
    const period = { period_start: at(1, 0), period_end: instant(year, month + 1, 1, 0) }
    const label = period.period_start.slice(0, 7)
    const invoice_number = `QM-${label}`
    const invoice = {
      description: `Growth plan, ${label}`,
      invoice_number,
      invoice_url: `https://billing.quillmark.example/invoices/${invoice_number}`,
      ...period
    }
    const payment = { type: "payment", amount: plan.price, currency, ...invoice } as const
    const failed: NewTransaction = {
      ...payment,
      status: "failed",
      description: `${invoice.description}: the card was declined`,
      reference: `${invoice_number}-1`,
      created_at: at(1, 3)
    }
    const paid_at = at(number === declined ? 3 : 1, 9)
    const refund: NewTransaction = {
      type: "refund",
      status: "succeeded",
      amount: -plan.price / 2,
      currency,
      description: `Half of ${label} back, for two days without sending`,
      reference: `${invoice_number}-refund`,
      invoice_number,
      created_at: at(12, 14),
      paid_at: at(12, 14)
    }
    return [
      ...(number === declined ? [failed] : []),
      { ...payment, status: "succeeded", reference: invoice_number, created_at: paid_at, paid_at },
      {
        type: "credit",
        status: "succeeded",
        amount: 0,
        currency,
        ...book(plan.credits),
        description: `Credits of the Growth plan, ${label}`,
        reference: `${invoice_number}-credits`,
        created_at: paid_at
      },
      ...(number === refunded ? [refund] : []),
      {
        type: "usage",
        status: "succeeded",
        amount: 0,
        currency,
        ...book(-used(number)),
        description: `Mails sent and addresses verified, ${label}`,
        reference: `usage-${label}`,
        ...period,
        created_at: Timestamp.plus(period.period_end, -60_000)
      }
    ]
  }).flat()
  // The payment of the current month is still pending.
  const pending: NewTransaction = {
    type: "payment",
    status: "pending",
    amount: plan.price,
    currency,
    description: "Growth plan, the running month",
    reference: "QM-running",
    created_at: Timestamp.fromMillis(now - day / 24)
  }
  return [...rows, pending]
}
