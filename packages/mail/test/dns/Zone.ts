/** Zones of tests: the answers to questions, by `name TYPE`. */
import { Effect } from "effect"
import { type DnsAnswer, DnsResolver, type RecordType } from "../../src/dns/DnsResolver.ts"
import type { Ask } from "../../src/dns/Asking.ts"
import { publicAnswer } from "../../src/dns/PublicAnswer.ts"

/** Records of each question, or its status. Other names do not exist; other types of a known name have no records. */
export type Zone = Readonly<Record<string, ReadonlyArray<string> | Exclude<DnsAnswer["status"], "found">>>

const answerOf =
  (zone: Zone) =>
  (name: string, type: RecordType): DnsAnswer => {
    const answer = zone[`${name} ${type}`]
    if (answer === undefined) {
      const exists = Object.keys(zone).some((key) => key.startsWith(`${name} `))
      return { status: exists ? "no_records" : "no_such_name" }
    }
    return typeof answer === "string" ? { status: answer } : { status: "found", records: answer }
  }

export const askOf =
  (zone: Zone): Ask =>
  (name, type) =>
    publicAnswer(type, answerOf(zone)(name, type))

export const resolverOf = (zone: Zone): DnsResolver["Service"] =>
  DnsResolver.of({ query: (name, type) => Effect.sync(() => answerOf(zone)(name, type)) })
