/** How this page looks and works, the session, the tags and the keys. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { density } from "../../base/density.ts"
import { singleKeys } from "../../base/keys.ts"
import { chosenLanguage } from "../../base/language.ts"
import { hrefOf, useRoute } from "../../base/route.ts"
import { scheme } from "../../base/scheme.ts"
import { isSignedInByHost, useSession } from "../../base/session.ts"
import { type Store, useStore } from "../../base/store.ts"
import { texts as frame } from "../../base/texts.ts"
import { texts as roleTexts } from "../../kit/roles/texts.ts"
import { Fact, Sheet } from "../../kit/Sheet.tsx"
import { signOut } from "../../kit/signOut.ts"
import { Contact } from "./Contact.tsx"
import { Domain } from "./Domain.tsx"
import { Keeping } from "./Keeping.tsx"
import { Keys } from "./Keys.tsx"
import { NewPassword } from "./NewPassword.tsx"
import { ReplyTemplates } from "./ReplyTemplates.tsx"
import { Tags } from "./Tags.tsx"
import { texts } from "./texts.ts"

/** One of a few values, as radio buttons. */
const Choice = <A extends string>({ label, labels, store }: ChoiceProps<A>) => {
  const value = useStore(store)
  return (
    <fieldset class="choice">
      <legend class="hidden">{label}</legend>
      {(Object.entries(labels) as Array<[A, string]>).map(([name, text]) => (
        <label key={name}>
          <input type="radio" name={label} checked={name === value} onChange={() => store.set(name)} /> {text}
        </label>
      ))}
    </fieldset>
  )
}

interface ChoiceProps<A extends string> {
  readonly label: string
  readonly labels: Readonly<Record<A, string>>
  readonly store: Store<A>
}

const Section = ({ children, help, title }: SectionProps) => (
  <section class="sheet-section">
    <h2>{title}</h2>
    {help !== undefined && <p class="meta">{help}</p>}
    {children}
  </section>
)

interface SectionProps {
  readonly title: string
  readonly help?: string
  readonly children: ComponentChildren
}

const SessionFacts = () => {
  const session = useSession()
  const [isChanging, setChanging] = useState(false)
  if (session === undefined) return null
  return (
    <>
      <dl class="facts">
        <Fact name={texts.organization}>{session.organization.name}</Fact>
        <Fact name={texts.access}>{texts.accesses[session.access]}</Fact>
        {session.person !== null && <Fact name={texts.person}>{session.person.name}</Fact>}
        <Fact name={texts.role}>{roleTexts.names[session.role]}</Fact>
        {session.key !== null && <Fact name={texts.key}>{session.key.name}</Fact>}
        {isSignedInByHost() && <Fact name={texts.key}>{texts.hostSession}</Fact>}
      </dl>
      {!isSignedInByHost() && (
        <div class="row-actions">
          {session.person !== null && (
            <button type="button" class="button" onClick={() => setChanging(true)}>
              {texts.password.change}
            </button>
          )}
          <button type="button" class="button" onClick={signOut}>
            {texts.signOut}
          </button>
        </div>
      )}
      {isChanging && <NewPassword onClose={() => setChanging(false)} />}
    </>
  )
}

const ApiKeys = () => (
  <Section title={texts.apiKeys} help={texts.apiKeysHelp}>
    <Keys />
  </Section>
)

const All = () => (
  <Sheet title={texts.title}>
    <Section title={texts.appearance}>
      <Choice label={texts.appearance} labels={texts.schemes} store={scheme} />
    </Section>
    <Section title={texts.rows}>
      <Choice label={texts.rows} labels={texts.densities} store={density} />
    </Section>
    <Section title={texts.language}>
      <Choice label={texts.language} labels={texts.languages} store={chosenLanguage} />
    </Section>
    <Section title={texts.keys} help={texts.keysHelp}>
      <Choice label={texts.keys} labels={{ on: texts.keysOn, off: texts.keysOff }} store={singleKeys} />
    </Section>
    <Section title={texts.session}>
      <SessionFacts />
    </Section>
    <Section title={texts.tags} help={texts.tagsHelp}>
      <Tags />
    </Section>
    <Section title={texts.templates.title} help={texts.templates.help}>
      <ReplyTemplates />
    </Section>
    <Section title={texts.contact.title}>
      <Contact />
    </Section>
    <Section title={texts.tracking} help={texts.trackingHelp}>
      <Domain />
    </Section>
    <Section title={texts.keeping.title} help={texts.keeping.help}>
      <Keeping />
    </Section>
    <ApiKeys />
  </Sheet>
)

/** Developers come from their page for the keys only. */
export const Settings = () =>
  useRoute().path[1] === "keys" ? (
    <Sheet title={texts.title} back={{ href: hrefOf(["developers"]), text: frame.pages.developers }}>
      <ApiKeys />
    </Sheet>
  ) : (
    <All />
  )
