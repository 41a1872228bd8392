/** The transactions of the organization, the newest first. The host records them, so the page changes nothing. */
import type { Transaction, TransactionStatus, TransactionType } from "@mailroom/client"
import { useInfiniteQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { fullDate, language, number, shortDate } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { Rows, Search } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Tiles } from "../../kit/Tiles.tsx"
import { Empty } from "../../kit/States.tsx"
import { money } from "./money.ts"
import { texts } from "./texts.ts"
import "./billing.css"

const tones: Record<TransactionStatus, Tone> = {
  pending: "warn",
  succeeded: "good",
  failed: "bad",
  refunded: "plain",
  void: "plain"
}

const types = Object.keys(texts.types) as ReadonlyArray<TransactionType>
const statuses = Object.keys(texts.statuses) as ReadonlyArray<TransactionStatus>

interface Filter {
  readonly type: TransactionType | undefined
  readonly status: TransactionStatus | undefined
  /** Days of the browser's time zone, both inclusive: `2026-05-01`. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const everything: Filter = { type: undefined, status: undefined, from: undefined, to: undefined }

const show = (filter: Filter) => go(hrefOf(["billing"], { ...filter }), { replace: true })

const Choice = <Value extends string>({ all, label, names, onChoose, value }: ChoiceProps<Value>) => (
  <select
    class="field"
    aria-label={label}
    value={value ?? ""}
    onChange={({ currentTarget }) => onChoose((currentTarget.value || undefined) as Value | undefined)}
  >
    <option value="">{all}</option>
    {Object.entries<string>(names).map(([name, text]) => (
      <option value={name} key={name}>
        {text}
      </option>
    ))}
  </select>
)

interface ChoiceProps<Value extends string> {
  readonly label: string
  /** The text of the choice that filters nothing. */
  readonly all: string
  readonly names: Readonly<Record<Value, string>>
  readonly value: Value | undefined
  readonly onChoose: (value: Value | undefined) => void
}

/** The instant at which a day begins in the browser's time zone, or the one that is so many days later. */
const startOf = (day: string | undefined, later = 0) => {
  const [year = 0, month = 0, date = 0] = (day ?? "").split("-").map(Number)
  const start = new Date(year, month - 1, date + later)
  return day === undefined || Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

/** A field for a day. It stays empty while a date is half typed. */
const Day = ({ label, onChoose, value }: DayProps) => (
  <label class="billing-day">
    <span class="meta">{label}</span>
    <input
      class="field"
      type="date"
      value={value ?? ""}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
    />
  </label>
)

interface DayProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChoose: (day: string | undefined) => void
}

const optional = (value: number | null) => value !== null && number(value)

const Row = ({ row }: { readonly row: Transaction }) => (
  <tr>
    <td title={fullDate(row.created_at)}>{shortDate(row.created_at)}</td>
    <td>{texts.types[row.type]}</td>
    <td class="card-name">
      <bdi>{row.description ?? row.reference ?? texts.types[row.type]}</bdi>
    </td>
    <td>
      <Badge tone={tones[row.status]}>{texts.statuses[row.status]}</Badge>
    </td>
    <td class="number">{row.amount !== 0 && money(row.amount, row.currency, language)}</td>
    <td class="number">{optional(row.credits)}</td>
    <td class="number">{optional(row.balance_after)}</td>
    <td>
      {row.invoice_url === null ? (
        row.invoice_number
      ) : (
        <a href={row.invoice_url} target="_blank" rel="noopener noreferrer">
          {row.invoice_number ?? texts.invoice}
        </a>
      )}
    </td>
  </tr>
)

export const Billing = () => {
  const { query } = useRoute()
  const filter: Filter = {
    type: types.find((type) => type === query["type"]),
    status: statuses.find((status) => status === query["status"]),
    from: query["from"],
    to: query["to"]
  }
  const [search, setSearch] = useState("")
  const wanted = useDelayed(search, 250)
  const isFiltered = wanted !== "" || Object.values(filter).some((value) => value !== undefined)
  const list = useInfiniteQuery({
    queryKey: ["billing", filter, wanted],
    queryFn: ({ pageParam: after_id, signal }) =>
      api.billing.list(
        {
          limit: 100,
          ...filter,
          from: startOf(filter.from),
          to: startOf(filter.to, 1),
          after_id,
          ...(wanted !== "" && { search: wanted })
        },
        { signal }
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data, limit }) => (data.length < limit ? undefined : data.at(-1)?.id)
  })
  const pages = list.data?.pages
  const total = pages?.[0]?.total
  const balance = isFiltered
    ? undefined
    : pages?.flatMap(({ data }) => data).find(({ balance_after }) => balance_after !== null)?.balance_after
  return (
    <Sheet
      title={texts.title}
      count={total === undefined ? undefined : number(total)}
      actions={
        <>
          <Choice
            label={texts.type}
            all={texts.allTypes}
            names={texts.types}
            value={filter.type}
            onChoose={(type) => show({ ...filter, type })}
          />
          <Choice
            label={texts.status}
            all={texts.allStatuses}
            names={texts.statuses}
            value={filter.status}
            onChoose={(status) => show({ ...filter, status })}
          />
          <Day label={texts.from} value={filter.from} onChoose={(from) => show({ ...filter, from })} />
          <Day label={texts.to} value={filter.to} onChoose={(to) => show({ ...filter, to })} />
          <Search label={texts.search} value={search} onChange={setSearch} />
        </>
      }
    >
      <Rows
        query={list}
        isFiltered={isFiltered}
        showAll={() => {
          setSearch("")
          show(everything)
        }}
        empty={
          <Empty title={texts.empty}>
            <p>{texts.emptyHelp}</p>
          </Empty>
        }
      >
        {(rows) => (
          <>
            {typeof balance === "number" && (
              <section class="sheet-section sheet-wide">
                <Tiles tiles={[{ name: texts.balance, figure: number(balance) }]} />
              </section>
            )}
            <Table label={texts.title} columns={texts.columns} numbers={[4, 5, 6]} isBrief>
              {rows.map((row) => (
                <Row row={row} key={row.id} />
              ))}
            </Table>
          </>
        )}
      </Rows>
    </Sheet>
  )
}
