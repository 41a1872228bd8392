/** The results of an import, and the file of the lines that were not imported. */
import type { CreateLeadStatus } from "@mailroom/client"
import { number } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { csvOf } from "../../kit/csv.ts"
import { saveCsv } from "../../kit/save.ts"
import { Tiles } from "../../kit/Tiles.tsx"
import type { CsvFile } from "./lines.ts"
import type { Progress } from "./run.ts"
import { texts } from "./texts.ts"

export const Results = ({ campaign, file, progress: { counts, optedOut, rejected } }: ResultsProps) => (
  <section class="sheet-section" role="status">
    <h2>{texts.done}</h2>
    <Tiles
      tiles={[
        ...(Object.entries(texts.results) as ReadonlyArray<[CreateLeadStatus, string]>).map(([status, name]) => ({
          name,
          figure: number(counts[status])
        })),
        { name: texts.optedOut, figure: number(optedOut) }
      ]}
    />
    <div class="row-actions">
      <a class="button button-solid" href={hrefOf(["leads"], { campaign })}>
        {texts.toLeads}
      </a>
      {rejected.length > 0 && (
        <button
          type="button"
          class="button"
          onClick={() =>
            saveCsv(
              texts.rejectedFile,
              csvOf([
                ["line", "reason", ...file.header],
                ...rejected.map(({ line, reason, values }) => [String(line), reason, ...values])
              ])
            )
          }
        >
          {texts.rejected}
        </button>
      )}
    </div>
  </section>
)

interface ResultsProps {
  readonly campaign: string
  readonly file: CsvFile
  readonly progress: Progress
}
