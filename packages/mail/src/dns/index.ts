/** The checks of the DNS of a domain, and the port that asks the name servers. */
export {
  type Ask,
  answered,
  maximumQuestions,
  maximumRecords,
  maximumText,
  questionLimit,
  totalLimit
} from "./Asking.ts"
export { dkimCheck } from "./DkimCheck.ts"
export { organizationalDomain } from "./Dmarc.ts"
export { alignmentCheck, dmarcCheck } from "./DmarcCheck.ts"
export { DnsCheck, DnsStatus, outcome, type Outcome, worstOf } from "./DnsCheck.ts"
export { type DnsAnswer, DnsResolver, type RecordType } from "./DnsResolver.ts"
export { mxCheck } from "./MxCheck.ts"
export { type Provider } from "./Providers.ts"
export { ptrCheck } from "./PtrCheck.ts"
export { isPublicAddress, mayBePublic, recordTypeOf } from "./PublicAddress.ts"
export { type PublicAnswer } from "./PublicAnswer.ts"
export { spfCheck } from "./SpfCheck.ts"
export { isUnanswered } from "./Unanswered.ts"
