/** A label for what a reply says (contract, section 4). */
import { Schema } from "effect"
import { TagId } from "../leads/Lead.ts"
import { Name } from "../Text.ts"

export { TagId }

export const Sentiment = Schema.Literals(["positive", "neutral", "negative"]).annotate({ identifier: "Sentiment" })
export type Sentiment = typeof Sentiment.Type

export const Tag = Schema.Struct({ id: TagId, name: Name, sentiment: Sentiment }).annotate({ identifier: "Tag" })
export type Tag = typeof Tag.Type

export const NewTag = Schema.Struct({ name: Name, sentiment: Sentiment }).annotate({ identifier: "NewTag" })
export type NewTag = typeof NewTag.Type

export const TagPatch = Schema.Struct({
  name: Schema.optionalKey(Name),
  sentiment: Schema.optionalKey(Sentiment)
}).annotate({ identifier: "TagPatch" })
export type TagPatch = typeof TagPatch.Type

export class TagNotFound extends Schema.TaggedError<TagNotFound>()("TagNotFound", { id: TagId }) {
  override get message(): string {
    return `There is no tag ${this.id}`
  }
}
/** The organization has a tag of this name, in whatever case. */
export class DuplicateTag extends Schema.TaggedError<DuplicateTag>()("DuplicateTag", { name: Schema.String }) {
  override get message(): string {
    return `There is already a tag with the name ${this.name}`
  }
}
