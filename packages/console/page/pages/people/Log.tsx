/** The log of who did what, the newest first. */
import type { Actor } from "@mailroom/client"
import { useInfiniteQuery, useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { fullDate } from "../../base/format.ts"
import { peopleQuery } from "../../data/people.ts"
import { Rows } from "../../kit/Rows.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { texts as t } from "./texts.ts"

const nameOf = ({ name, type }: Actor) => {
  if (type === "host") return t.host
  if (type === "system") return t.system
  return type === "key" ? t.key(name) : name
}

export const Log = () => {
  const { data: people } = useQuery(peopleQuery)
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
      <label class="labelled">
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
                <td>
                  <code>{operation}</code>
                </td>
                <td>{subjects.slice(0, 3).join(", ") + (subjects.length > 3 ? ` +${subjects.length - 3}` : "")}</td>
              </tr>
            ))}
          </Table>
        )}
      </Rows>
    </>
  )
}
