/** One integration: its state, a test, and what was delivered. */
import type { Integration, TestResult } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { fullDate, number } from "../../base/format.ts"
import { go, hrefOf } from "../../base/route.ts"
import { useCanManage } from "../../kit/rights.ts"
import { done, toast } from "../../base/undo.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { ShownOnce } from "../../kit/ShownOnce.tsx"
import { Fact, Sheet } from "../../kit/Sheet.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { undoing } from "../../kit/undoing.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { Deliveries } from "./Deliveries.tsx"
import { IntegrationForm } from "./IntegrationForm.tsx"
import { StateBadge } from "./parts.tsx"
import { texts } from "./texts.ts"

const Facts = ({ integration }: { readonly integration: Integration }) => {
  const { campaign_ids, config, created_at, events, last_error } = integration
  const target = Object.entries(config).filter(([, value]) => typeof value === "string" || typeof value === "number")
  return (
    <dl class="facts">
      <Fact name={texts.facts.state}>
        <StateBadge integration={integration} />
      </Fact>
      {last_error !== null && <Fact name={texts.facts.error}>{last_error}</Fact>}
      <Fact name={texts.facts.target}>{target.map(([name, value]) => `${name}: ${String(value)}`).join(", ")}</Fact>
      <Fact name={texts.facts.events}>
        {events.length === 0 ? texts.form.eventsHelp : events.map((event) => texts.events[event]).join(", ")}
      </Fact>
      <Fact name={texts.facts.campaigns}>
        {campaign_ids === null ? texts.allCampaigns : number(campaign_ids.length)}
      </Fact>
      {"include" in config && config.include?.includes("custom_fields") === true && (
        <Fact name={texts.facts.lead}>{texts.withCustomFields}</Fact>
      )}
      <Fact name={texts.facts.created}>{fullDate(created_at)}</Fact>
    </dl>
  )
}

const Tested = ({ result: { error, response_time_ms, status_code, success } }: { readonly result: TestResult }) => (
  <p role="status" class={success ? "" : "text-bad"}>
    {success
      ? texts.testWorked(String(status_code), number(response_time_ms ?? 0))
      : texts.testFailed(error ?? String(status_code ?? texts.noAnswer))}
  </p>
)

/** Switches the integration off. It can be undone. */
const SwitchOff = ({ integration: { id, name } }: { readonly integration: Integration }) => {
  const { error, isBusy, run } = useWrite("integrations")
  const undo = undoing("integrations", () => api.integrations.update(id, { enabled: true }), texts.undoFailed)
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={isBusy}
        onClick={() =>
          run(
            () => api.integrations.update(id, { enabled: false }),
            () => done(texts.disabled(name), undo)
          )
        }
      >
        {texts.disable}
      </button>
      {error !== undefined && <Failed error={error} />}
    </>
  )
}

/** Changes the integration, makes a new secret, or removes it. */
const Manage = ({ integration }: { readonly integration: Integration }) => {
  const { id, name, status, type } = integration
  const [asked, setAsked] = useState<"change" | "remove" | "rotate">()
  const [secret, setSecret] = useState<string>()
  const write = useWrite("integrations")
  const close = () => setAsked(undefined)
  const questions = {
    remove: {
      label: texts.removeTitle,
      text: texts.removeHelp,
      confirm: texts.remove,
      onConfirm: () =>
        write.run(async () => {
          await api.integrations.remove(id)
          toast(texts.removed(name))
          go(hrefOf(["integrations"]))
        })
    },
    rotate: {
      label: texts.rotateTitle,
      text: texts.rotateHelp,
      confirm: texts.rotate,
      onConfirm: () =>
        write.run(async () => {
          const { secret } = await api.integrations.update(id, { rotate_secret: true })
          setSecret(secret ?? undefined)
        }, close)
    }
  }
  return (
    <>
      <button type="button" class="button" onClick={() => setAsked("change")}>
        {texts.change}
      </button>
      {type === "webhook" && (
        <button type="button" class="button" onClick={() => setAsked("rotate")}>
          {texts.rotate}
        </button>
      )}
      {status !== "disabled" && <SwitchOff integration={integration} />}
      <button type="button" class="button button-bad" onClick={() => setAsked("remove")}>
        {texts.remove}
      </button>
      {asked === "change" && <IntegrationForm integration={integration} onClose={close} onSaved={close} />}
      {asked !== undefined && asked !== "change" && (
        <Confirm {...questions[asked]} cancel={texts.cancel} write={write} onClose={close} />
      )}
      {secret !== undefined && (
        <ShownOnce
          label={texts.secretTitle}
          secret={secret}
          words={texts.secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

/** Whether payloads have the custom fields of the lead. Only webhooks have this choice. */
const Include = ({ integration: { config, id } }: { readonly integration: Integration }) => {
  const isIncluded = "include" in config && config.include?.includes("custom_fields") === true
  const { error, isBusy, run } = useWrite("integrations")
  const change = (include: ReadonlyArray<"custom_fields">) =>
    run(
      () => api.integrations.update(id, { config: { include } }),
      () => toast(texts.saved)
    )
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={isIncluded}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            change(currentTarget.checked ? ["custom_fields"] : [])
            // Until the answer is there, what is stored is shown.
            currentTarget.checked = isIncluded
          }}
        />{" "}
        {texts.includeCustomFields}
      </label>
      <p class="meta">{texts.includeHelp}</p>
      {error !== undefined && <Failed error={error} />}
    </>
  )
}

export const IntegrationDetail = ({ id }: { readonly id: number }) => {
  const canWrite = useCanManage()
  const integration = useQuery({
    queryKey: ["integrations", "one", id],
    queryFn: ({ signal }) => api.integrations.find(id, { signal })
  })
  const [tested, setTested] = useState<TestResult>()
  const { error, isBusy, run } = useWrite("integrations")
  return (
    <Sheet title={integration.data?.name ?? texts.title} back={{ href: hrefOf(["integrations"]), text: texts.title }}>
      <Loaded query={integration}>
        {(integration) => (
          <section class="sheet-section">
            {integration.status === "disabled" && (
              <div role="alert" class="banner">
                <strong>{texts.disabledTitle}</strong>
                <p>
                  {integration.last_error !== null && `${integration.last_error}. `}
                  {texts.disabledHelp}
                </p>
                {canWrite && (
                  <button
                    type="button"
                    class="button"
                    disabled={isBusy}
                    onClick={() =>
                      run(
                        () => api.integrations.update(id, { enabled: true }),
                        () => toast(texts.enabled)
                      )
                    }
                  >
                    {texts.enable}
                  </button>
                )}
              </div>
            )}
            <Facts integration={integration} />
            {canWrite && integration.type === "webhook" && <Include integration={integration} />}
            {canWrite && (
              <div class="row-actions">
                <button
                  type="button"
                  class="button"
                  disabled={isBusy}
                  onClick={() => run(async () => setTested(await api.integrations.test(id)))}
                >
                  {isBusy ? texts.testing : texts.test}
                </button>
                <Manage integration={integration} />
              </div>
            )}
            {tested !== undefined && <Tested result={tested} />}
            {error !== undefined && <Failed error={error} />}
          </section>
        )}
      </Loaded>
      <Deliveries id={id} />
    </Sheet>
  )
}
