/** Where a message was forwarded, and what came of it. */
import type { Message } from "@mailroom/client"
import { dateAndTime } from "../../../base/format.ts"
import { hrefOf } from "../../../base/route.ts"
import { authorOf } from "../author.ts"
import { texts } from "./texts.ts"

type Link = NonNullable<Message["links"]>[number]

const toOf = ({ cc_email = "", to_email }: Link): string => [to_email, cc_email].filter(Boolean).join(", ")

const Line = ({ link }: { readonly link: Link }) => {
  const { date_sent, from_email, from_name, relation, tab, thread_id } = link
  const date = dateAndTime(date_sent)
  const from = from_name || from_email
  if (relation === "forwarded_as") return <>{texts.wasForwarded(toOf(link), authorOf(link), date)}</>
  if (relation === "forwards") return <>{texts.forwards(from, date)}</>
  return relation === "answered_by" ? (
    <a href={hrefOf(["inbox", tab, thread_id])}>{texts.answeredBy(from, date)}</a>
  ) : (
    <a href={hrefOf(["inbox", tab, thread_id])}>{texts.answersForward(toOf(link), date)}</a>
  )
}

export const Links = ({ list }: { readonly list: ReadonlyArray<Link> }) => (
  <>
    {list.map((link) => (
      <p class="meta" dir="auto" key={`${link.relation} ${link.id}`}>
        <Line link={link} />
      </p>
    ))}
  </>
)
