/** One sender account: why it sends or does not, and its connection. */
import type { Account, MailboxTest } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api, versioned } from "../../base/api.ts"
import { fullDate, shortDate } from "../../base/format.ts"
import { go, hrefOf } from "../../base/route.ts"
import { useCanManage } from "../../kit/rights.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { Fact, Sheet } from "../../kit/Sheet.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { forgetDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { AccountSettings, draftKey, SendingSwitch } from "./AccountSettings.tsx"
import { Credentials } from "./Credentials.tsx"
import { DnsChecks } from "./DnsChecks.tsx"
import { AccountBadge, inboxText, sendsNothing, Today, wordsOf } from "./parts.tsx"
import { reasonOf } from "./reasons.ts"
import { texts } from "./texts.ts"
import { UnknownLink } from "./Unknown.tsx"

const Facts = ({ account, hasFailed }: { readonly account: Account; readonly hasFailed: boolean }) => {
  const { connection, settings, state } = account
  const server = (of: { readonly host: string; readonly port: number; readonly user: string } | null | undefined) =>
    of ? `${of.user} @ ${of.host}:${of.port}` : texts.none
  return (
    <dl class="facts">
      <Fact name={texts.facts.status}>
        <AccountBadge account={account} hasFailed={hasFailed} />
      </Fact>
      <Fact name={texts.facts.name}>{`${settings.first_name} ${settings.last_name}`.trim() || texts.none}</Fact>
      <Fact name={texts.facts.limit}>
        <Today account={account} />
      </Fact>
      <Fact name={texts.facts.delay}>{texts.minutes(settings.min_delay_minutes)}</Fact>
      <Fact name={texts.facts.sends}>{server(connection?.smtp)}</Fact>
      <Fact name={texts.facts.reads}>
        {server(connection?.imap)} {connection?.imap && <span class="meta">{inboxText(account)}</span>}
      </Fact>
      {connection?.imap && <Fact name={texts.facts.copies}>{texts.copies[settings.sent_copy]}</Fact>}
      <Fact name={texts.facts.last}>{state.last_sent_at === null ? texts.none : fullDate(state.last_sent_at)}</Fact>
      <Fact name={texts.facts.campaigns}>
        {state.campaigns.length === 0
          ? texts.none
          : state.campaigns.map(({ id, name }) => (
              <div key={id}>
                <a href={hrefOf(["campaigns", id])}>
                  <bdi>{name}</bdi>
                </a>
              </div>
            ))}
      </Fact>
    </dl>
  )
}

/** Why an account sends nothing, or misses answers, and what to do. */
const Fault = ({ account: { connection, inbox, state } }: { readonly account: Account }) => {
  const { last_error_at, status, status_message } = state
  const failing = inbox?.failing_since ?? null
  const isBroken = status === "connection_error" || status === "sending_error"
  const hasReason = status === "connection_error" && status_message !== null && reasonOf(status_message) !== "other"
  const words = hasReason ? wordsOf(status_message, failing === null ? connection?.smtp : connection?.imap) : undefined
  if (!isBroken && status !== "limit_reached" && failing === null) return null
  return (
    <div class={`account-fault ${isBroken || failing !== null ? "" : "account-late"}`} role="status">
      {words !== undefined && <p>{words}</p>}
      {status_message !== null && <p class={words === undefined ? undefined : "meta"}>{status_message}</p>}
      {isBroken && <p>{texts.fails.sending}</p>}
      {failing !== null && <p>{texts.fails.inbox(shortDate(failing))}</p>}
      {isBroken && last_error_at !== null && <p class="meta">{texts.since(fullDate(last_error_at))}</p>}
      {(isBroken || failing !== null) && <p class="meta">{texts.cure}</p>}
    </div>
  )
}

/** Whether one of the servers did not pass the test. */
const hasFailed = ({ imap, smtp }: MailboxTest): boolean => !smtp.success || imap?.success === false

/** The result of a test: why a login failed in words, and the text of the server below. */
const Tested = ({ account: { connection }, result }: { readonly account: Account; readonly result: MailboxTest }) => (
  <div role="status">
    <ul class="account-tested">
      {(["smtp", "imap"] as const).map((name) => {
        const tested = result[name]
        if (tested === null) return null
        const error = tested.error ?? ""
        return (
          <li key={name}>
            <p class={tested.success ? "" : "text-bad"}>
              {name.toUpperCase()}: {tested.success ? texts.works : wordsOf(error, connection?.[name])}
            </p>
            {!tested.success && error !== "" && <p class="meta">{texts.serverSays(error)}</p>}
          </li>
        )
      })}
    </ul>
  </div>
)

export const AccountDetail = ({ id }: { readonly id: number }) => {
  const canWrite = useCanManage()
  const account = useQuery({
    queryKey: ["accounts", "one", id],
    queryFn: ({ signal }) => versioned(api.accounts.find(id, { signal }))
  })
  const [tested, setTested] = useState<MailboxTest>()
  const [isConnecting, setConnecting] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { error, isBusy, run } = useWrite("accounts")
  const test = () => run(async () => setTested(await api.mailboxes.test(id)))
  const remove = () =>
    run(
      () => api.accounts.remove({ ids: [id] }),
      () => {
        forgetDraft(draftKey(id))
        go(hrefOf(["accounts"]))
      }
    )
  return (
    <Sheet title={account.data?.email ?? texts.title} back={{ href: hrefOf(["accounts"]), text: texts.title }}>
      <UnknownLink account_id={id} />
      <Loaded query={account}>
        {(account) => (
          <>
            <section class="sheet-section">
              <Fault account={account} />
              <Facts account={account} hasFailed={tested !== undefined && hasFailed(tested)} />
              {sendsNothing(account) && <p class="meta">{texts.connect}</p>}
              {canWrite && (
                <div class="row-actions">
                  <button type="button" class="button" onClick={() => setConnecting(true)}>
                    {texts.credentials.set}
                  </button>
                  {account.connection !== null && (
                    <button type="button" class="button" disabled={isBusy} onClick={test}>
                      {isBusy ? texts.testing : texts.test}
                    </button>
                  )}
                  {account.inbox !== null && (
                    <button
                      type="button"
                      class="button"
                      disabled={isBusy}
                      onClick={() => run(() => api.mailboxes.sync(id))}
                    >
                      {texts.sync}
                    </button>
                  )}
                  <SendingSwitch account={account} />
                  <button type="button" class="button button-bad" onClick={() => setRemoving(true)}>
                    {texts.remove}
                  </button>
                </div>
              )}
              {tested !== undefined && <Tested account={account} result={tested} />}
              {error !== undefined && !isRemoving && <Failed error={error} />}
              {isConnecting && (
                <Credentials
                  account={account}
                  onClose={() => setConnecting(false)}
                  onSaved={() => {
                    setConnecting(false)
                    test()
                  }}
                />
              )}
            </section>
            <section class="sheet-section">
              <h2>{texts.settings.title}</h2>
              <AccountSettings account={account} />
            </section>
          </>
        )}
      </Loaded>
      <DnsChecks id={id} />
      {isRemoving && (
        <Confirm
          label={texts.removeTitle}
          text={texts.removeHelp}
          cancel={texts.cancel}
          confirm={texts.remove}
          write={{ error, isBusy }}
          onClose={() => setRemoving(false)}
          onConfirm={remove}
        />
      )}
    </Sheet>
  )
}
