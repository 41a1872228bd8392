/** The people who work on a conversation: who takes care of it, who is answering, and their notes. */
import type { Actor, Note } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { api } from "../../../base/api.ts"
import { fullDate } from "../../../base/format.ts"
import { useSession } from "../../../base/session.ts"
import { useStore } from "../../../base/store.ts"
import { peopleQuery } from "../../../data/people.ts"
import { textOf } from "../../../kit/form.ts"
import { Failed, QueryFailed } from "../../../kit/States.tsx"
import { useWrite } from "../../../kit/useWrite.ts"
import type { Conversation } from "../data.ts"
import { writing } from "../drafts.ts"
import { texts as t } from "./texts.ts"
import "./team.css"

/** How often the page tells the server that this person is still answering, in milliseconds. The server forgets it after 30 seconds. */
const interval = 15_000

/** Tells others that this person is answering, as long as the field is open. */
const useAnswering = (id: number, canWrite: boolean) => {
  const isAnswering = useStore(writing)?.id === id && canWrite
  useEffect(() => {
    if (!isAnswering) return
    // This is only a hint for others: a failed call must not disturb this person.
    const tell = () => void api.unibox.beginAnswering(id).catch(() => {})
    tell()
    const timer = setInterval(tell, interval)
    return () => {
      clearInterval(timer)
      void api.unibox.endAnswering(id).catch(() => {})
    }
  }, [id, isAnswering])
}

const nameOf = ({ name, type }: Actor) => (name === "" && type !== "person" ? t.app : name)

const NoteForm = ({ body, onClose, save }: NoteFormProps) => {
  const { error, isBusy, run } = useWrite("notes")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = textOf(new FormData(event.currentTarget as HTMLFormElement), "body")
    run(() => save(text), onClose)
  }
  return (
    <form class="team-form" onSubmit={submit}>
      <textarea
        class="field"
        name="body"
        rows={3}
        required
        maxLength={10_000}
        autofocus
        dir="auto"
        aria-label={t.note}
        placeholder={t.noteHelp}
        defaultValue={body}
      />
      {error !== undefined && <Failed error={error} />}
      <div class="row-actions">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button class="button button-solid" disabled={isBusy}>
          {t.save}
        </button>
      </div>
    </form>
  )
}

interface NoteFormProps {
  readonly body: string
  readonly save: (body: string) => Promise<unknown>
  readonly onClose: () => void
}

const NoteView = ({ canWrite, note }: { readonly note: Note; readonly canWrite: boolean }) => {
  const { author, body, created_at, id } = note
  const session = useSession()
  const own = author.type === "person" ? session?.person?.id : author.type === "key" ? session?.key?.id : undefined
  const [isEditing, setEditing] = useState(false)
  const { error, isBusy, run } = useWrite("notes")
  if (isEditing) {
    return <NoteForm body={body} onClose={() => setEditing(false)} save={(body) => api.notes.update(id, { body })} />
  }
  return (
    <article class="team-note" aria-label={t.noteOf(nameOf(author))}>
      <div class="team-bar">
        <bdi>{nameOf(author)}</bdi>
        <time class="meta" dateTime={created_at}>
          {fullDate(created_at)}
        </time>
        {canWrite && own === author.id && (
          <>
            <button type="button" class="button" onClick={() => setEditing(true)}>
              {t.edit}
            </button>
            <button type="button" class="button" disabled={isBusy} onClick={() => run(() => api.notes.remove(id))}>
              {t.remove}
            </button>
          </>
        )}
      </div>
      <p dir="auto">{body}</p>
      {error !== undefined && <Failed error={error} />}
    </article>
  )
}

/** When this part grows, which takes room from the messages above it, a reader who was at their end stays there. */
const useEndOfMessages = () => {
  const part = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = part
    const messages = current?.previousElementSibling
    if (current === null || messages === null || messages === undefined) return
    let height = 0
    const follow = () => {
      const grown = current.offsetHeight - height
      height = current.offsetHeight
      const below = messages.scrollHeight - messages.scrollTop - messages.clientHeight
      if (grown > 0 && below <= grown + 1) messages.scrollTop = messages.scrollHeight
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return part
}

/** Numbers for the answers of the server. A query key is written as JSON at each render, and a conversation is long. */
const numbers = new WeakMap<Conversation, number>()
let count = 0
const numberOf = (found: Conversation): number => {
  const number = numbers.get(found) ?? ++count
  numbers.set(found, number)
  return number
}

export const Team = ({ canWrite, found }: { readonly found: Conversation; readonly canWrite: boolean }) => {
  const { assigned_to, id } = found.thread
  const people = useQuery(peopleQuery)
  // The revision of the unibox fetches the notes again, too: a note is a change of its thread.
  const notes = useQuery({
    queryKey: ["notes", id, numberOf(found)],
    queryFn: ({ signal }) => Array.fromAsync(api.notes.list({ thread_id: id, limit: 200 }, { signal })),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined)
  })
  const assign = useWrite("thread")
  const [isWriting, setWriting] = useState(false)
  useAnswering(id, canWrite)
  const part = useEndOfMessages()
  const answering = found.answering.map(({ actor }) => nameOf(actor))
  const assigned = people.data?.find((person) => person.id === assigned_to)
  return (
    <section class="team" aria-label={t.label} ref={part}>
      {answering.length > 0 && (
        <p class="team-answering" role="status" dir="auto">
          {t.answering(answering.join(", "), answering.length)}
        </p>
      )}
      {notes.data !== undefined && notes.data.length > 0 && (
        <div class="team-notes" role="group" aria-label={t.notes} tabIndex={0}>
          {notes.data.map((note) => (
            <NoteView key={note.id} note={note} canWrite={canWrite} />
          ))}
        </div>
      )}
      <QueryFailed query={notes} />
      <QueryFailed query={people} />
      <div class="team-bar">
        {people.data !== undefined && people.data.length > 0 && (
          <label>
            <span class="meta">{t.assigned}</span>
            {canWrite ? (
              <select
                class="field"
                value={assigned_to ?? ""}
                disabled={assign.isBusy}
                onChange={({ currentTarget }) =>
                  assign.run(() => api.unibox.update(id, { assigned_to: Number(currentTarget.value) || null }))
                }
              >
                <option value="">{t.nobody}</option>
                {people.data
                  .filter((person) => person.blocked_at === null || person.id === assigned_to)
                  .map(({ id, name }) => (
                    <option value={id} key={id}>
                      {name}
                    </option>
                  ))}
              </select>
            ) : (
              <bdi>{assigned?.name ?? t.nobody}</bdi>
            )}
          </label>
        )}
        {canWrite && !isWriting && (
          <button type="button" class="button" onClick={() => setWriting(true)}>
            {t.addNote}
          </button>
        )}
      </div>
      {assign.error !== undefined && <Failed error={assign.error} />}
      {isWriting && (
        <NoteForm body="" onClose={() => setWriting(false)} save={(body) => api.notes.create(id, { body })} />
      )}
    </section>
  )
}
