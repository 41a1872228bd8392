/** The files of a mail that are not stored with it: of a large mail they are still in the inbox, and a mail of a step had them. */
import type { Message } from "@mailroom/client"
import { fileNames } from "../../../kit/files/Files.tsx"
import { texts as fileTexts } from "../../../kit/files/texts.ts"
import { texts } from "./texts.ts"

type List = NonNullable<Message["left_out"]>

const nameOf = ({ filename, size }: List[number]) => `${filename} (${Math.ceil(size / 2 ** 20)} MiB)`

export const LeftOut = ({ isOurs, list }: { readonly list: List; readonly isOurs: boolean }) => (
  <p class="meta">{isOurs ? fileTexts.withFiles(fileNames(list)) : texts.leftOut(list.map(nameOf).join(", "))}</p>
)
