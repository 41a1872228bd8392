/** The log of who did what, the newest first. */
import type { Actor } from "@mailroom/client"
import { useInfiniteQuery, useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { fullDate } from "../../base/format.ts"
import { campaignsQuery } from "../../data/campaigns.ts"
import { peopleQuery } from "../../data/people.ts"
import { Rows } from "../../kit/Rows.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { hrefOf } from "../../base/route.ts"
import { texts as t } from "./texts.ts"
import "./people.css"

const nameOf = ({ name, type }: Actor) => {
  if (type === "host") return t.host
  if (type === "system") return t.system
  return type === "key" ? t.key(name) : name
}

const isIn = <A extends object>(texts: A, name: string): name is keyof A & string => Object.hasOwn(texts, name)

/** Whether a subject is what others were given: a person or a tag. It is shown first. */
const isGiven = (subject: string): boolean => /^(?:people|tags)\//u.test(subject)

/** An operation in words, such as "Campaigns: started". One without words has its name in the API. */
const whatOf = (operation: string, subjects: ReadonlyArray<string>): string => {
  const [group = "", given = ""] = operation.split(".")
  const verb = group === "unibox" && subjects.some(isGiven) ? "assign" : given
  return isIn(t.groups, group) && isIn(t.verbs, verb) ? `${t.groups[group]}: ${t.verbs[verb]}` : operation
}

const routes: Readonly<Record<string, (id: string) => string>> = {
  accounts: (id) => hrefOf(["accounts", id]),
  campaigns: (id) => hrefOf(["campaigns", id]),
  integrations: (id) => hrefOf(["integrations", id]),
  leads: (id) => hrefOf(["leads"], { lead: id }),
  threads: (id) => hrefOf(["inbox", "replies", id])
}

interface SubjectProps {
  readonly subject: string
  /** The names of campaigns and people, by subject. */
  readonly names: ReadonlyMap<string, string>
}

/** The subject of an operation, such as `threads/12` or `campaigns/…/sequences/3`, with a link where it has a page. */
const Subject = ({ names, subject }: SubjectProps) => {
  const parts = subject.split("/")
  const [collection = "", id = ""] = parts.slice(-2)
  const [, campaign = ""] = parts
  const href = collection === "sequences" ? hrefOf(["campaigns", campaign, "steps"]) : routes[collection]?.(id)
  const name = names.get(subject) ?? id
  if (isIn(t.nothing, subject)) return <span class="log-subject">{t.nothing[subject]}</span>
  const text = isIn(t.subjects, collection) ? `${t.subjects[collection]} ${name}` : subject
  return (
    <span class="log-subject" dir="auto">
      {href === undefined ? text : <a href={href}>{text}</a>}
    </span>
  )
}

export const Log = () => {
  const { data: people } = useQuery(peopleQuery)
  const { data: campaigns } = useQuery(campaignsQuery)
  const names = new Map<string, string>([
    ...(people ?? []).map(({ id, name }) => [`people/${id}`, name] as const),
    ...(campaigns ?? []).map(({ id, name }) => [`campaigns/${id}`, name] as const)
  ])
  const [person, setPerson] = useState<number>()
  const log = useInfiniteQuery({
    queryKey: ["log", person],
    queryFn: ({ pageParam, signal }) =>
      api.log.list(
        {
          limit: 50,
          ...(person !== undefined && { person_id: person }),
          ...(pageParam !== "" && { cursor: pageParam })
        },
        { signal }
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <>
      <label class="labelled log-by">
        {t.by}
        <select
          class="field"
          value={person ?? ""}
          onChange={({ currentTarget }) => setPerson(Number(currentTarget.value) || undefined)}
        >
          <option value="">{t.everybody}</option>
          {people?.map(({ id, name }) => (
            <option value={id} key={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Rows
        query={log}
        isFiltered={person !== undefined}
        showAll={() => setPerson(undefined)}
        empty={<Empty title={t.logEmpty} />}
      >
        {(rows) => (
          <Table label={t.log} columns={t.logColumns}>
            {rows.map(({ actor, at, id, operation, subjects }) => (
              <tr key={id}>
                <td>{fullDate(at)}</td>
                <td dir="auto">{nameOf(actor)}</td>
                <td title={operation}>{whatOf(operation, subjects)}</td>
                <td>
                  {[...subjects.filter(isGiven), ...subjects.filter((subject) => !isGiven(subject))]
                    .slice(0, 3)
                    .map((subject) => (
                      <Subject subject={subject} names={names} key={subject} />
                    ))}
                  {subjects.length > 3 && `+${subjects.length - 3}`}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Rows>
    </>
  )
}
