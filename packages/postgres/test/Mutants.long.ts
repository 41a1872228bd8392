/** The conformance suite over Postgres fails when a statement has a planted fault, in its locks or elsewhere. */
import { assert, layer } from "@effect/vitest"
import { StorageError } from "@mailroom/core"
import { cases, Probes } from "@mailroom/core/testing"
import { Cause, Effect } from "effect"
import { type Fault, withFault } from "./Faults.ts"
import { layerStorage } from "./Server.ts"

interface Mutant extends Fault {
  /** The case that must fail. */
  readonly caughtBy: string
}

const mutants: ReadonlyArray<Mutant> = [
  {
    fault: "a search looks in the names as they were given",
    from: /\bsearch_text LIKE/u,
    to: "lower(first_name || ' ' || last_name || company) LIKE",
    caughtBy: "LeadStore.list: searches address, first and last name, and company, folded and literally"
  },
  {
    fault: "a search of mail looks in the spelling with accents only",
    from: /message\.search_text LIKE/u,
    to: "split_part(message.search_text, 'B', 1) LIKE",
    caughtBy: "ThreadStore.page, search: finds a substring of each field of any message, folded and taken literally"
  },
  {
    fault: "a list finds leads that were changed earlier on the day",
    from: /AND updated_at >= (\S+::timestamptz)/u,
    to: "AND updated_at >= $1 - interval '1 hour'",
    caughtBy:
      "LeadStore, lists: find what was changed at an instant or later, to the millisecond, with every other condition"
  },
  {
    fault: "a put does not touch work that exists: it can be claimed, and ended, before the commit",
    from: /DO UPDATE SET puts = work\.puts \+ 1.*$/su,
    to: "DO NOTHING",
    caughtBy: "WorkStore, two transactions: claim does not wait for a put, and does not get its work before the commit"
  },
  {
    fault: "a put moves work that is claimed",
    from: /CASE WHEN work\.claim IS NULL THEN (least\(.*?\)) ELSE work\.due_at END/u,
    to: "$1 - interval '1 hour'",
    caughtBy: "WorkStore.put: moves work that exists to the earlier instant, in its lane"
  },
  {
    fault: "a settlement for later forgets that the work was put again",
    from: /WHEN puts > 0/u,
    to: "WHEN puts < 0",
    caughtBy: "WorkStore, two transactions: no put is lost: settle waits for it, and the work is due again"
  },
  {
    fault: "work is ended whether or not it was put again",
    from: / AND puts = 0/u,
    to: "",
    caughtBy: "WorkStore, two transactions: no put is lost: settle waits for it, and the work is due again"
  },
  {
    fault: "a settlement does not wait for puts",
    from: /(claim = \S+\s+AND key = ANY\(\S+\)\s+ORDER BY key FOR UPDATE)/u,
    to: "$1 SKIP LOCKED",
    caughtBy: "WorkStore, two transactions: no put is lost: among many that are settled at once"
  },
  {
    fault: "a settlement is not fenced",
    from: /AND claim = (\S+)(\s+AND key = ANY)/u,
    to: "AND $1 IS NOT NULL$2",
    caughtBy: "WorkStore.settle: is fenced: a claim that lost its lease to another one cannot settle"
  },
  {
    fault: "a claim waits for work that others have locked",
    from: / FOR UPDATE SKIP LOCKED/u,
    to: " FOR UPDATE",
    caughtBy: "WorkStore, two transactions: two claims do not wait for each other, and get different work"
  },
  {
    fault: "a claim moves the instant instead of leasing",
    from: /SET claim = (\S+), lease_until = (\S+),/u,
    to: "SET claim = $1, due_at = $2,",
    caughtBy: "WorkStore.claim: keeps the place of work whose lease ended: it is claimed before what is due later"
  },
  {
    fault: "an integration is locked by nobody",
    from: /(FROM mailroom\.integrations\s+WHERE organization_id = \S+ AND id = \S+) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy:
      "IntegrationStore, listed rows in two transactions: a lock waits for another one, and shows what that one wrote"
  },
  {
    fault: "an outcome is stored whoever made the last try",
    from: /AND status = (\S+) AND attempts = (\S+)(\s+RETURNING id)/u,
    to: "AND (status = $1 OR TRUE) AND (attempts = $2 OR TRUE)$3",
    caughtBy: "DeliveryStore: replaces the progress and the tries, of the expected state only"
  },
  {
    fault: "sums are added without the lock that clear waits for",
    from: / FOR SHARE(\s*\)\s+INSERT INTO mailroom\.rollups)/u,
    to: "$1",
    caughtBy:
      "RollupStore, two transactions: add waits for a transaction that cleared the sums, also where there were none"
  },
  {
    fault: "sums are cleared without the lock that add waits for",
    from: /(SELECT FROM mailroom\.organizations WHERE id = \S+) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy:
      "RollupStore, two transactions: clear waits for a transaction that added to the sums, and forgets that, too"
  },
  {
    fault: "a thread is updated without its lock: mail that arrives stays new",
    from: /(SELECT id, tab, state, snoozed_until, assigned_to FROM mailroom\.threads[^;]*?ORDER BY id) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy: "ThreadStore, two transactions: update waits for mail that arrives, and marks that, too"
  },
  {
    fault: "a thread is updated without its lock: an older message is marked as the newest",
    from: /(SELECT id, tab, state, snoozed_until, assigned_to FROM mailroom\.threads[^;]*?ORDER BY id) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy: "ThreadStore, two transactions: update marks mail that arrived while it waited as the newest"
  },
  {
    fault: "mail is added without the lock of its thread",
    from: /(SELECT id FROM mailroom\.threads\s+WHERE organization_id = \S+ AND id = ANY\(.*\)\s+ORDER BY id) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy:
      "ThreadStore, two transactions: mail that arrives in one thread waits for other mail in it, and the thread shows the newest"
  },
  {
    fault: "a guard that is locked shared waits for nobody",
    from: /pg_advisory_xact_lock_shared(\(.*)\s+FOR SHARE/su,
    to: "greatest$1",
    caughtBy: "GuardStore, two transactions: an exclusive lock and any other lock wait for each other"
  },
  {
    fault: "a guard that is locked shared excludes others that are",
    from: /(FROM mailroom\.organization_guards .*) FOR SHARE/su,
    to: "$1 FOR UPDATE NOWAIT",
    caughtBy: "GuardStore, two transactions: any number of transactions hold it shared at once"
  },
  {
    fault: "a guard that is locked exclusively excludes nobody",
    from: /pg_advisory_xact_lock\(|UPDATE mailroom\.organization_guards SET version = version \+ 1/u,
    to: (text) => (text.startsWith("pg") ? "greatest(" : "UPDATE mailroom.campaigns SET version = version"),
    caughtBy: "GuardStore, two transactions: an exclusive lock and any other lock wait for each other"
  },
  {
    fault: "all organizations share one guard",
    from: /(mailroom\.organization_guards(?: SET version = version \+ 1)? WHERE) organization_id = (\S+)/u,
    to: "$1 $2 IS NOT NULL",
    caughtBy: "GuardStore, two transactions: organizations do not wait for each other"
  },
  {
    fault: "accounts that a campaign takes are read without being locked",
    from: /(FROM mailroom\.accounts .*) FOR SHARE/su,
    to: "$1",
    caughtBy:
      "AccountStore, two transactions: an exclusive lock waits for a shared one, a shared one for an exclusive one, an exclusive one for another"
  },
  {
    fault: "accounts that a campaign takes are locked by it alone",
    from: /(FROM mailroom\.accounts .*) FOR SHARE/su,
    to: "$1 FOR UPDATE NOWAIT",
    caughtBy:
      "AccountStore, two transactions: a shared lock goes on beside another one, and any lock beside one of another account"
  },
  {
    fault: "leads are read without being locked",
    from: /(FROM mailroom\.leads\s+WHERE .* ORDER BY id) FOR NO KEY UPDATE/su,
    to: "$1",
    caughtBy: "LeadStore, two transactions: a lock waits for another one, and shows what that one wrote"
  },
  {
    fault: "a campaign is read without being locked",
    from: /(SELECT id, name, .* FROM mailroom\.campaigns\s.* deleted_at IS NULL) FOR NO KEY UPDATE/su,
    to: "$1",
    caughtBy: "CampaignStore, two transactions: a lock waits for another one, and shows what that one wrote"
  },
  {
    fault: "the leads of a campaign are read without being locked",
    from: /(ORDER BY campaign_id, id LIMIT \d+) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy:
      "CampaignStore, hiding beside another transaction: lockOfCampaign waits for a transaction that locks one of the leads, and shows its writes"
  },
  {
    fault: "a hidden campaign gets leads",
    from: /(FROM mailroom\.campaigns campaign\s+WHERE\s+campaign\.organization_id = \S+ AND campaign\.id = \S+)\s+AND campaign\.deleted_at IS NULL(\s+FOR NO KEY UPDATE\)\s+INSERT)/u,
    to: "$1$2",
    caughtBy: "CampaignStore, hiding beside another transaction: leads wait for it, and find no campaign"
  },
  {
    fault: "leads of hidden campaigns are found",
    from: /hidden\.deleted_at IS NOT NULL/u,
    to: "FALSE",
    caughtBy: "CampaignStore, a hidden campaign: hides its leads from everything that reads leads"
  },
  {
    fault: "a tag is read without being locked",
    from: /(FROM mailroom\.tags\s+WHERE organization_id = \S+ AND id = \S+) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy: "TagStore, listed rows in two transactions: a lock waits for another one, and shows what that one wrote"
  },
  {
    fault: "a reply template keeps its folded name",
    from: /(UPDATE mailroom\.reply_templates old SET name = new\.name, .*?), name_folded = new\.name_folded/u,
    to: "$1",
    caughtBy: "ReplyTemplateStore, names: are free after a change and a removal"
  },
  {
    fault: "settings are stored over a version that they do not follow",
    from: / AND stored\.version = new\.version - 1/u,
    to: "",
    caughtBy: "SettingsStore: stores no version that does not follow the stored one"
  },
  {
    fault: "an organization takes over the tracking domain of another one",
    from: /DO UPDATE SET domain = stored\.domain/u,
    to: "DO UPDATE SET organization_id = excluded.organization_id",
    caughtBy: "SettingsStore: gives a tracking domain to one organization, also after that stores another one, or none"
  },
  {
    fault: "a hidden organization keeps its tracking domains",
    from: /(DELETE FROM mailroom\.tracking_domains WHERE organization_id = \$\d+::bigint)\s+RETURNING/u,
    to: "$1 AND false RETURNING",
    caughtBy: "SettingsStore: frees the tracking domains of an organization that is hidden"
  },
  {
    fault: "a page of matching leads begins at the beginning of the domain",
    from: /AND \(lead\.domain_key, lead\.address, lead\.id\) > \(range\.first_key, range\.first_address, range\.after_id\)/u,
    to: "",
    caughtBy: "LeadStore.findMatching: continues strictly after a place, whether or not a lead is there"
  },
  {
    fault: "an entry that is added again keeps its id",
    from: /WHERE \(place = 2\) = \(stored\.removed_at IS NOT NULL\)/u,
    to: "WHERE place < 2",
    caughtBy:
      "BlacklistStore, removing entries: a value that is added again while it is removed gets a new entry, with a new id, as it is given"
  },
  {
    fault: "an entry that is added again stays removed",
    from: /DO UPDATE SET removed_at = NULL, /u,
    to: "DO UPDATE SET ",
    caughtBy:
      "BlacklistStore, removing entries: a value that is added again while it is removed gets a new entry, with a new id, as it is given"
  },
  {
    fault: "finishRemoval deletes entries that are not being removed",
    from: /AND removed_at IS NOT NULL(\s+AND id = ANY)/u,
    to: "$1",
    caughtBy:
      "BlacklistStore, removing entries: finishRemoval leaves entries that are not being removed, of another kind, or of another organization"
  },
  {
    fault: "a transaction is read without being locked",
    from: /(FROM mailroom\.transactions\s+WHERE organization_id = \S+ AND reference = \S+) FOR NO KEY UPDATE/u,
    to: "$1",
    caughtBy: "TransactionStore, two transactions: a lock waits for another one, and shows what that one wrote"
  },
  {
    fault: "a transaction that ends is counted as having had another status",
    from: /old\.status AS old_status/u,
    to: "'refunded' AS old_status",
    caughtBy: "TransactionStore.settle: stores status and paid_at, and nothing else; totals follow"
  },
  {
    fault: "a transaction that was there is answered and counted as a new one",
    from: /(transactions_reference_key) DO NOTHING/u,
    to: "$1 DO UPDATE SET reference = excluded.reference",
    caughtBy: "TransactionStore.insert: answers none when the organization has the reference, and changes nothing"
  }
]

// No test clock: adapters wait for real I/O.
layer(layerStorage, { excludeTestServices: true })("The conformance suite over Postgres", (it) => {
  it.effect.each(mutants)("finds a fault: $fault", (mutant) =>
    Effect.gen(function* () {
      const found = cases.find(({ name }) => name === mutant.caughtBy)
      if (found === undefined) return assert.fail(`There is no case ${mutant.caughtBy}`)
      const cause = yield* withFault(mutant)(Effect.scoped(found.test)).pipe(Effect.sandbox, Effect.flip)
      // A fault must not be a statement that Postgres rejects.
      for (const reason of cause.reasons) {
        const error = Cause.isFailReason(reason) ? reason.error : undefined
        assert.isFalse(error instanceof StorageError && error.reason._tag === "Corrupt", Cause.pretty(cause))
      }
      assert.notInclude(Cause.pretty(cause), "No statement has the fault")
    }).pipe(
      // On a busy machine a transaction that does not wait may begin late. More probes give it time to end.
      Effect.provideService(Probes, 500)
    )
  )

  // The faults share a database: none may leave data that makes the next case fail.
  it.effect("passes after all of them", () =>
    Effect.forEach(
      cases.filter(({ name }) => mutants.some(({ caughtBy }) => caughtBy === name)),
      ({ test }) => Effect.scoped(test),
      { discard: true }
    )
  )
})
