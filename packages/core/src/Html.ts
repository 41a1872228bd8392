/** Reads HTML piece by piece. */
import { Tokenizer } from "htmlparser2"

type Handlers = ConstructorParameters<typeof Tokenizer>[1]

const ignore = () => {}
const ignored: Handlers = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore
}

/** Calls the handlers with the places of the pieces. Entities are a part of texts, unless a handler takes them. */
export const tokenize = (html: string, handlers: Partial<Handlers>): void => {
  const decodeEntities = handlers.onattribentity !== undefined || handlers.ontextentity !== undefined
  const tokenizer = new Tokenizer({ decodeEntities }, { ...ignored, ...handlers })
  tokenizer.write(html)
  tokenizer.end()
}
