/** The variants of each step: how many of their recipients answered, and how sure a difference is. */
import type { AnalyticsBySequence } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { Figure } from "../../kit/figures.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Loaded } from "../../kit/States.tsx"
import { compare, type Difference } from "./proportion.ts"
import { texts } from "./texts.ts"

type Row = AnalyticsBySequence["data"][number]

/** The rows of each step that has several variants, by position. */
const variantsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<readonly [number, ReadonlyArray<Row>]> =>
  [...Map.groupBy(rows, ({ position }) => position)].flatMap(([position, siblings]) =>
    position === null || siblings.length < 2 ? [] : [[position, siblings] as const]
  )

/** A share in percent, with one digit. */
const percent = (share: number) => number(Math.round(share * 1_000) / 10)

const wordsOf = ({ finding, high, low }: Difference, letter: string, first: string): string => {
  const words = texts.variants[finding]
  return finding === "fewer"
    ? words(letter, first, percent(-high), percent(-low))
    : words(letter, first, percent(finding === "more" ? low : -low), percent(high))
}

const Step = ({ campaign, position, rows }: StepProps) => {
  const compared = compare(
    rows.map(({ metrics, sequence_id, variant }) => ({
      sequence_id,
      letter: variant ?? "",
      recipients: metrics.contacted,
      answered: metrics.unique_replied,
      positive: metrics.positive_replied
    }))
  )
  const first = compared.find(({ share }) => share !== undefined)?.variant.letter ?? ""
  const title = texts.variants.title(position)
  return (
    <>
      <h3>{title}</h3>
      <Table label={title} columns={texts.variants.columns} numbers={[1, 2, 4]}>
        {compared.map(({ share, variant }) => (
          <tr key={variant.sequence_id}>
            <td>{variant.letter}</td>
            <td class="number">
              <Figure metric="contacted" value={variant.recipients} of={{ campaign, step: variant.sequence_id ?? 0 }} />
            </td>
            <td class="number">
              <Figure
                metric="unique_replied"
                value={variant.answered}
                of={{ campaign, step: variant.sequence_id ?? 0 }}
              />
            </td>
            <td>
              {share === undefined
                ? variant.recipients === 0
                  ? texts.variants.unsent
                  : texts.none
                : texts.variants.share(
                    percent(share.value),
                    texts.variants.range(percent(share.low), percent(share.high))
                  )}
            </td>
            <td class="number">
              {variant.recipients === 0 ? texts.none : `${percent(variant.positive / variant.recipients)} %`}
            </td>
          </tr>
        ))}
      </Table>
      <ul class="findings">
        {compared.flatMap(({ difference, variant }) =>
          difference === undefined
            ? []
            : [<li key={variant.sequence_id}>{wordsOf(difference, variant.letter, first)}</li>]
        )}
      </ul>
    </>
  )
}

interface StepProps {
  readonly campaign: string
  readonly position: number
  readonly rows: ReadonlyArray<Row>
}

/** Whether a step has several variants. */
export const hasVariants = (rows: ReadonlyArray<Row>): boolean => variantsOf(rows).length > 0

/** The figures since the first mail. In a shorter period, some answers are to mails that were sent before it. */
export const Variants = ({ campaign, timezone }: { readonly campaign: string; readonly timezone: string }) => {
  const period = "all_time"
  // The time zone is not in the key: it decides where days begin, and all time has no days.
  const found = useQuery({
    queryKey: ["analytics", "steps", campaign, { period }],
    queryFn: ({ signal }) => api.analytics.bySequence(campaign, { period, timezone }, { signal })
  })
  return (
    <Loaded query={found}>
      {({ data }) => (
        <>
          {variantsOf(data).map(([position, siblings]) => (
            <Step campaign={campaign} position={position} rows={siblings} key={position} />
          ))}
          <p class="meta">{texts.variants.help}</p>
        </>
      )}
    </Loaded>
  )
}
