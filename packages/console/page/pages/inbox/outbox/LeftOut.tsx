/** The attachments of a large mail that are still in the inbox only. */
import type { Message } from "@mailroom/client"
import { texts } from "./texts.ts"

type List = NonNullable<Message["left_out"]>

const nameOf = ({ filename, size }: List[number]) => `${filename} (${Math.ceil(size / 2 ** 20)} MiB)`

export const LeftOut = ({ list }: { readonly list: List }) => (
  <p class="meta">{texts.leftOut(list.map(nameOf).join(", "))}</p>
)
