/** A label for the content of a reply (contract, section 4). */
import { Name } from "@mailroom/mail/text"
import { Schema } from "effect"
import { described } from "../Described.ts"
import * as Table from "../Table.ts"
import { TagId } from "../ids.ts"
import { ReplyLabel } from "./ReplyLabel.ts"

export { TagId } from "../ids.ts"

export const Sentiment = Schema.Literals(["positive", "neutral", "negative"]).annotate({
  identifier: "Sentiment",
  description: "How a tag rates a reply. Replies with a positive tag count as `positive_replied`."
})
export type Sentiment = typeof Sentiment.Type

const name = described(
  Name,
  "1 to 200 characters. The name is unique in the organization, ignoring case.",
  "Interested"
)

const label = described(
  Schema.optionalKey(ReplyLabel),
  "The label that automatic labellers set by this tag. Of several tags with the same label, the oldest counts."
)

export const Tag = Schema.Struct({ id: TagId, name, sentiment: Sentiment, label }).annotate({
  identifier: "Tag",
  description: "A label for the content of replies."
})
export type Tag = typeof Tag.Type

export const table = Table.of("tags", Tag, { key: ["id"], unique: "name" })

export const NewTag = Schema.Struct({ name, sentiment: Sentiment, label }).annotate({
  identifier: "NewTag",
  description: "A reply tag to create."
})
export type NewTag = typeof NewTag.Type

export const TagPatch = Schema.Struct({
  name: Schema.optionalKey(name),
  sentiment: Schema.optionalKey(Sentiment),
  label: described(
    Schema.optionalKey(Schema.NullOr(ReplyLabel)),
    "The label that automatic labellers set by this tag; `null`: none."
  )
}).annotate({
  identifier: "TagPatch",
  description: "The changes of a reply tag. Absent fields stay unchanged."
})
export type TagPatch = typeof TagPatch.Type

export class TagNotFound extends Schema.TaggedError<TagNotFound>()("TagNotFound", { id: TagId }) {
  override get message(): string {
    return `There is no tag ${this.id}`
  }
}
/** The organization already has a tag with this name, ignoring case. */
export class DuplicateTag extends Schema.TaggedError<DuplicateTag>()("DuplicateTag", { name: Schema.String }) {
  override get message(): string {
    return `There is already a tag with the name ${this.name}`
  }
}
