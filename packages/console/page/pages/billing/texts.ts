/** The texts of the page of billing. */
import type { TransactionStatus, TransactionType } from "@mailroom/client"
import { pick } from "../../base/pick.ts"

export const texts = pick("billing", {
  title: "Billing",
  search: "Search transactions",
  type: "Kind",
  status: "State",
  from: "From",
  to: "To",
  allTypes: "All kinds",
  allStatuses: "All states",
  types: {
    payment: "Payment",
    refund: "Refund",
    credit: "Credit",
    usage: "Usage",
    adjustment: "Adjustment"
  } satisfies Record<TransactionType, string>,
  statuses: {
    pending: "Pending",
    succeeded: "Succeeded",
    failed: "Failed",
    refunded: "Refunded",
    void: "Void"
  } satisfies Record<TransactionStatus, string>,
  columns: ["When", "Kind", "What for", "State", "Amount", "Credits", "Credits left", "Invoice"],
  balance: "Credits left",
  invoice: "Invoice",
  empty: "There is no transaction yet",
  emptyHelp: "What the operator of this service charges, pays back and grants is listed here."
})
