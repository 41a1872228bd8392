/** The tags of answers: list, add, remove. */
import type { NewTag, Tag } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { tagsQuery } from "../../data/tags.ts"
import { Options } from "../../kit/Options.tsx"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

export const tones: Record<Tag["sentiment"], Tone> = { positive: "good", neutral: "plain", negative: "bad" }

const Row = ({ tag: { id, name, sentiment } }: { readonly tag: Tag }) => {
  const canWrite = useCanWrite()
  const { error, isBusy, run } = useWrite("tags")
  return (
    <li class="tag-row">
      <Badge tone={tones[sentiment]}>{name}</Badge>
      <span class="meta">{texts.sentiments[sentiment]}</span>
      {canWrite && (
        <button
          type="button"
          class="button"
          aria-label={`${texts.remove} ${name}`}
          disabled={isBusy}
          onClick={() =>
            run(
              () => api.tags.remove(id),
              () => toast(texts.removed(name))
            )
          }
        >
          {texts.remove}
        </button>
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  )
}

const Add = () => {
  const { error, isBusy, run } = useWrite("tags")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = new FormData(form)
    const input = { name: String(given.get("name")), sentiment: given.get("sentiment") as NewTag["sentiment"] }
    run(
      () => api.tags.create(input),
      () => {
        // Keeps a name that was typed meanwhile.
        if (new FormData(form).get("name") === given.get("name")) form.reset()
      }
    )
  }
  return (
    <form class="row-actions" onSubmit={submit}>
      <input
        class="field tag-name"
        dir="auto"
        name="name"
        required
        maxLength={200}
        aria-label={texts.tagName}
        placeholder={texts.tagName}
      />
      <select class="field tag-sentiment" name="sentiment" aria-label={texts.sentiment}>
        <Options texts={texts.sentiments} />
      </select>
      <button class="button" disabled={isBusy}>
        {texts.addTag}
      </button>
      {error !== undefined && <Failed error={error} />}
    </form>
  )
}

export const Tags = () => {
  const canWrite = useCanWrite()
  const tags = useQuery(tagsQuery)
  return (
    <>
      <Loaded query={tags}>
        {(list) =>
          list.length === 0 ? (
            <p class="meta">{texts.noTags}</p>
          ) : (
            <ul class="tag-rows">
              {list.map((tag) => (
                <Row tag={tag} key={tag.id} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {canWrite && <Add />}
    </>
  )
}
