/** The DNS of an account's domain, and the records to publish there. The name servers are asked on request only. */
import type { DnsStatus } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { shortDate } from "../../base/format.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { Loaded } from "../../kit/States.tsx"
import { texts } from "./texts.ts"

const tones: Readonly<Record<DnsStatus, Tone>> = {
  ok: "good",
  warning: "warn",
  error: "bad",
  unknown: "plain",
  not_applicable: "plain"
}

export const DnsChecks = ({ id }: { readonly id: number }) => {
  const [isAsked, setAsked] = useState(false)
  const report = useQuery({
    queryKey: ["dns", id],
    queryFn: ({ signal }) => api.accounts.dns(id, {}, { signal }),
    enabled: isAsked,
    staleTime: 0
  })
  return (
    <section class="sheet-section">
      <h2>{texts.dns.title}</h2>
      <p class="meta">{texts.dns.help}</p>
      <button
        type="button"
        class="button"
        disabled={report.isFetching}
        onClick={() => (isAsked ? void report.refetch() : setAsked(true))}
      >
        {report.isFetching ? texts.dns.asking : texts.dns.ask}
      </button>
      {isAsked && (
        <Loaded query={report}>
          {({ checked_at, checks, domain }) => (
            <>
              <p class="meta">{texts.dns.checked(domain, shortDate(checked_at))}</p>
              <ul class="dns-checks" aria-label={texts.dns.title}>
                {checks.map(({ check, message, publish, status }) => (
                  <li key={check}>
                    <Badge tone={tones[status]}>{texts.dns.statuses[status]}</Badge>{" "}
                    <strong>{texts.dns.checks[check]}</strong> {message}
                    {publish !== null && <pre>{`${publish.name}  ${publish.type}  ${publish.value}`}</pre>}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      )}
    </section>
  )
}
