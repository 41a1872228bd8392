/** Faults in storing and listing mail. */
import { type OrganizationId, Thread, ThreadStore, Timestamp } from "@mailroom/core"
import { Effect, Option } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const newestFirst = (a: Thread.Thread, b: Thread.Thread) =>
  a.last_message.date_sent > b.last_message.date_sent ? -1 : a.last_message.date_sent < b.last_message.date_sent ? 1 : 0

export const threads: ReadonlyArray<Mutant> = [
  mutant(
    "threads of the same instant in the order of their ids",
    ThreadStore,
    ({ page }) => ({
      page: (organization_id, query) =>
        Effect.map(page(organization_id, query), (threads) =>
          threads.toSorted((a, b) => newestFirst(a, b) || a.id - b.id)
        )
    }),
    "ThreadStore.page: lists the newest last message first, then the greatest id, to the millisecond"
  ),
  mutant(
    "the cursor's own thread comes again",
    ThreadStore,
    ({ page }) => ({
      page: (organization_id, { before, ...query }) =>
        page(
          organization_id,
          before === undefined ? query : { ...query, before: { ...before, id: Thread.ThreadId.make(before.id + 1) } }
        )
    }),
    "ThreadStore.page: goes on strictly beyond a position, be there a thread at it or not"
  ),
  mutant(
    "a thread is listed without an inbound message",
    ThreadStore,
    ({ find, insertThreads, page }) => {
      const opened: Array<readonly [OrganizationId, Thread.ThreadId]> = []
      return {
        insertThreads: (organization_id, threads) =>
          Effect.tap(insertThreads(organization_id, threads), (ids) =>
            Effect.sync(() => opened.push(...ids.map((id) => [organization_id, id] as const)))
          ),
        page: Effect.fnUntraced(function* (organization_id, query) {
          const listed = [...(yield* page(organization_id, query))]
          for (const [owner, id] of opened) {
            if (owner !== organization_id || query.before !== undefined) continue
            const found = Option.getOrUndefined(yield* find(owner, id))
            if (found !== undefined && found.tab === query.tab && !listed.some((thread) => thread.id === id))
              listed.push(found)
          }
          return listed.sort((a, b) => newestFirst(a, b) || b.id - a.id).slice(0, query.limit)
        })
      }
    },
    "ThreadStore.page: lists a thread once it holds an inbound message"
  ),
  mutant(
    "texts without bound",
    ThreadStore,
    ({ messages }) => ({
      messages: (organization_id, id, query) => messages(organization_id, id, { ...query, maximum_bytes: 2 ** 30 })
    }),
    "ThreadStore.messages: stops before the texts have more bytes than are asked for, counted in UTF-8"
  ),
  mutant(
    "a page that its texts ended is the last",
    ThreadStore,
    ({ messages }) => ({
      messages: (organization_id, id, query) =>
        Effect.map(messages(organization_id, id, query), ({ data, has_more }) => ({
          data,
          has_more: has_more && data.length === query.limit
        }))
    }),
    "ThreadStore.messages: stops before the texts have more bytes than are asked for, counted in UTF-8"
  ),
  mutant(
    "the message that arrived last is the last message",
    ThreadStore,
    ({ find, messages }) => ({
      find: Effect.fnUntraced(function* (organization_id, id) {
        const { data } = yield* messages(organization_id, id, { limit: 200, maximum_bytes: 2 ** 30 })
        const [latest] = data.toSorted((a, b) => b.id - a.id)
        return Option.map(yield* find(organization_id, id), (thread) => {
          if (latest === undefined) return thread
          const { body_html: _html, body_text: _text, ...last_message } = latest
          return { ...thread, last_message: { ...last_message, is_new: thread.last_message.is_new } }
        })
      })
    }),
    "ThreadStore.insertMessages: carries on the last message by date, whatever the order of arrival"
  ),
  mutant(
    "a missing thread fails a whole call",
    ThreadStore,
    ({ findByIdentities, insertMessages }) => ({
      insertMessages: (organization_id, messages) =>
        Effect.gen(function* () {
          const answers = yield* insertMessages(organization_id, messages)
          const identities = messages.map(({ identity }) => identity)
          const stored = new Set((yield* findByIdentities(organization_id, identities)).map(({ identity }) => identity))
          return identities.every((identity) => stored.has(identity)) ? answers : yield* Effect.die("no thread")
        })
    }),
    "ThreadStore.insertMessages: stores nothing in a thread that does not exist, and the other messages"
  ),
  mutant(
    "empty threads stay",
    ThreadStore,
    () => ({ removeEmpty: () => Effect.void }),
    "ThreadStore.removeEmpty: removes the threads without a message, and only those that are named"
  ),
  mutant(
    "a message is stored as often as it comes",
    ThreadStore,
    ({ insertMessages }) => ({
      insertMessages: (organization_id, messages) =>
        insertMessages(
          organization_id,
          messages.map((message) => ({ ...message, identity: crypto.randomUUID() }))
        )
    }),
    "ThreadStore.insertMessages: stores a message of an identity once in the organization, and changes nothing the second time"
  ),
  mutant(
    "a message is stored again when it comes twice in one call",
    ThreadStore,
    ({ insertMessages }) => ({
      insertMessages: (organization_id, messages) => {
        const seen = new Set<string>()
        return insertMessages(
          organization_id,
          messages.map((message) => {
            const isFirst = !seen.has(message.identity)
            seen.add(message.identity)
            return isFirst ? message : { ...message, identity: crypto.randomUUID() }
          })
        )
      }
    }),
    "ThreadStore.insertMessages, several at once: stores the first of equal identities in one call, and nothing of the others"
  ),
  mutant(
    "the last of equal identities in one call is stored",
    ThreadStore,
    ({ insertMessages }) => ({
      insertMessages: (organization_id, messages) =>
        Effect.map(insertMessages(organization_id, messages.toReversed()), (answers) => answers.toReversed())
    }),
    "ThreadStore.insertMessages, several at once: stores the first of equal identities in one call, and nothing of the others"
  ),
  mutant(
    "ids of messages descend in the order of the input",
    ThreadStore,
    ({ insertMessages }) => ({
      insertMessages: (organization_id, messages) =>
        Effect.map(insertMessages(organization_id, messages.toReversed()), (answers) => answers.toReversed())
    }),
    "ThreadStore.insertMessages, several at once: stores messages of several threads, under ids that ascend in the order of the input"
  ),
  mutant(
    "all messages of a call go to the thread of the first one",
    ThreadStore,
    ({ insertMessages }) => ({
      insertMessages: (organization_id, messages) =>
        insertMessages(
          organization_id,
          messages.map((message) => ({ ...message, thread_id: messages[0]?.thread_id ?? message.thread_id }))
        )
    }),
    "ThreadStore.insertMessages, several at once: stores messages of several threads, under ids that ascend in the order of the input"
  ),
  mutant(
    "the newest message of a call is the last one of all its threads",
    ThreadStore,
    ({ find, insertMessages }) => {
      const together = new Map<Thread.ThreadId, ReadonlyArray<Thread.ThreadId>>()
      return {
        insertMessages: (organization_id, messages) => {
          const ids = messages.map(({ thread_id }) => thread_id)
          for (const id of ids) together.set(id, ids)
          return insertMessages(organization_id, messages)
        },
        find: Effect.fnUntraced(function* (organization_id, id) {
          const others = yield* Effect.forEach(together.get(id) ?? [], (other) => find(organization_id, other))
          const [newest] = others.flatMap((other) => (Option.isSome(other) ? [other.value] : [])).sort(newestFirst)
          return Option.map(yield* find(organization_id, id), (thread) => ({
            ...thread,
            last_message: newest?.last_message ?? thread.last_message
          }))
        })
      }
    },
    "ThreadStore.insertMessages, several at once: stores messages of several threads, under ids that ascend in the order of the input"
  ),
  mutant(
    "the messages of a call have the attachments of each other",
    ThreadStore,
    ({ insertMessages }) => ({
      insertMessages: (organization_id, messages) =>
        insertMessages(
          organization_id,
          messages.map((message, i) => ({ ...message, attachments: messages.at(i - 1)?.attachments ?? [] }))
        )
    }),
    "ThreadStore.insertMessages, several at once: gives each message its own attachments, in their order"
  ),
  mutant(
    "a thread is found for the first of several leads only",
    ThreadStore,
    ({ findByLeads }) => ({
      findByLeads: (organization_id, lead_ids) => findByLeads(organization_id, lead_ids.slice(0, 1))
    }),
    "ThreadStore.findByLeads: finds for each lead the thread with the newest last message, then the greatest id"
  ),
  mutant(
    "identities compared without their case",
    ThreadStore,
    ({ findByIdentities }) => ({
      findByIdentities: (organization_id, identities) =>
        findByIdentities(
          organization_id,
          identities.map((identity) => identity.toLowerCase())
        )
    }),
    "ThreadStore.findBy…: finds the messages of identities, in their organization"
  ),
  mutant(
    "messages of ours, the newest first",
    ThreadStore,
    ({ findOurs }) => ({
      findOurs: (organization_id, match, query) =>
        Effect.map(findOurs(organization_id, match, query), (messages) => messages.toReversed())
    }),
    "ThreadStore.findOurs…: finds messages of ours by their Message-IDs, by ascending id, with the lead of their thread"
  ),
  mutant(
    "the texts of a message without its HTML",
    ThreadStore,
    ({ findOurText }) => ({
      findOurText: (organization_id, message_id) =>
        Effect.map(
          findOurText(organization_id, message_id),
          Option.map(({ body_text }) => ({ body_text }))
        )
    }),
    "ThreadStore.findOurs…: finds the texts of our message by its Message-ID, with and without HTML"
  ),
  mutant(
    "messages of ours since an instant, that instant left out",
    ThreadStore,
    ({ findOurs }) => ({
      findOurs: (organization_id, match, query) =>
        findOurs(organization_id, "since" in match ? { ...match, since: Timestamp.plus(match.since, 1) } : match, query)
    }),
    "ThreadStore.findOurs…: finds messages of ours to a lead since an instant"
  ),
  mutant(
    "Message-IDs looked for in another order",
    ThreadStore,
    ({ findByMessageIds }) => ({
      findByMessageIds: (organization_id, ids) => findByMessageIds(organization_id, ids.toSorted())
    }),
    "ThreadStore.findBy…: finds the thread of the first Message-ID that is known, in the order asked"
  ),
  mutant(
    "a patch that moves the thread marks nothing",
    ThreadStore,
    ({ updateMany }) => ({
      updateMany: (organization_id, ids, { tab, ...patch }) =>
        updateMany(organization_id, ids, tab === undefined ? patch : { tab })
    }),
    "ThreadStore.updateMany, one thread: moves the thread to a tab, at once with the rest, and changes nothing for an empty patch"
  ),
  mutant(
    "fields without a value are null",
    ThreadStore,
    ({ find }) => ({
      find: (organization_id, id) =>
        Effect.map(
          find(organization_id, id),
          Option.map((thread) => Object.assign({ lead_id: undefined }, thread))
        )
    }),
    "ThreadStore.insertMessages: keeps every field, and leaves out what has no value"
  ),
  mutant(
    "a page by filters is a page of the tab",
    ThreadStore,
    ({ page }) => ({
      page: (organization_id, { account_id: _, ...listing }) => page(organization_id, listing)
    }),
    "ThreadStore.page, filters: lists what passes all filters, page by page"
  ),
  mutant(
    "a search takes signs of patterns for nothing",
    ThreadStore,
    ({ page }) => ({
      page: (organization_id, { search, ...listing }) =>
        page(organization_id, {
          ...listing,
          ...(search === undefined ? {} : { search: search.replaceAll(/[%_]/gu, "") })
        })
    }),
    "ThreadStore.page, search: finds a substring of each field of any message, folded and taken literally"
  ),
  mutant(
    "a thread wakes before its time",
    ThreadStore,
    ({ wake }) => ({
      wake: (organization_id, ids, now) => wake(organization_id, ids, Timestamp.plus(now, Timestamp.clockTolerance))
    }),
    "ThreadStore, snoozed threads: wakes the threads that are due, the earliest first, as new"
  ),
  mutant(
    "another state keeps the time of a snoozed thread",
    ThreadStore,
    ({ updateMany }) => ({
      updateMany: (organization_id, ids, patch) =>
        updateMany(
          organization_id,
          ids,
          patch.state === "done"
            ? { ...patch, snoozed_until: Timestamp.Timestamp.make("2030-01-01T00:00:00.000Z") }
            : patch
        )
    }),
    "ThreadStore, snoozed threads: snoozes until an instant that every other state forgets, answers it, and restores it"
  ),
  mutant(
    "messages come in one order only",
    ThreadStore,
    ({ messages }) => ({
      messages: (organization_id, id, { order: _, ...query }) => messages(organization_id, id, query)
    }),
    "ThreadStore.messages, order: lists the newest first, strictly beyond a position, within the limit and the bytes"
  ),
  mutant(
    "a bulk change answers the states after it",
    ThreadStore,
    ({ updateMany }) => ({
      updateMany: Effect.fnUntraced(function* (organization_id, ids, patch) {
        yield* updateMany(organization_id, ids, patch)
        return yield* updateMany(organization_id, ids, {})
      })
    }),
    "ThreadStore.updateMany: answers the states before, which restore everything, of those that there are"
  ),
  mutant(
    "mail of ours opens a thread, too",
    ThreadStore,
    ({ insertMessages, updateMany }) => ({
      insertMessages: Effect.fnUntraced(function* (organization_id, messages) {
        const answers = yield* insertMessages(organization_id, messages)
        const ids = messages.map(({ thread_id }) => thread_id)
        if (ids.length > 0) yield* updateMany(organization_id, ids, { state: "open" })
        return answers
      })
    }),
    "ThreadStore.insertMessages, state: opens a thread that is done with mail that comes in, of whatever date, and not with ours"
  ),
  mutant(
    "the revision is the number of new threads",
    ThreadStore,
    ({ changes }) => ({
      changes: (organization_id, maximum) =>
        Effect.map(changes(organization_id, maximum), (counts) => ({
          ...counts,
          revision: counts.replies + counts.other
        }))
    }),
    "ThreadStore.changes: grows with every change of a thread that is committed, and counts what is new"
  )
]
