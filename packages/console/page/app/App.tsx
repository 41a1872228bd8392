/** The frame around the pages. */
import { QueryClientProvider, useQuery } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import { online, queries, signedOut } from "../base/api.ts"
import { singleKeys, useKeys } from "../base/keys.ts"
import { changes } from "../base/live.ts"
import { go, hrefOf, useRoute } from "../base/route.ts"
import { isSignedInByHost, sessionQuery } from "../base/session.ts"
import { pages } from "./pages.ts"
import { PageView } from "./PageView.tsx"
import { Palette } from "./Palette.tsx"
import { useStore } from "../base/store.ts"
import { texts } from "../base/texts.ts"
import { Sidebar } from "./Sidebar.tsx"
import { toast, undoLast } from "../base/undo.ts"
import { late } from "../kit/late.tsx"
import { Toasts } from "./Toasts.tsx"
import { signOut } from "../kit/signOut.ts"
import { QueryFailed } from "../kit/States.tsx"

const Help = late(async () => (await import("./help/Help.tsx")).Help)
const SignIn = late(async () => (await import("./signIn/SignIn.tsx")).SignIn)

/** The title of the document: the number of new replies, and the page. */
const useTitle = (name: string) => {
  const count = useStore(changes)?.replies ?? 0
  const label = pages.find((page) => page.name === name)?.label ?? texts.product
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ""}${label} · ${texts.product}`
  }, [count, label])
}

const undo = () => {
  if (!undoLast()) toast(texts.keys.nothingToUndo)
}

const toggleKeys = () => singleKeys.set(singleKeys.get() === "on" ? "off" : "on")

const Frame = () => {
  const { path } = useRoute()
  const [open, setOpen] = useState<"help" | "palette" | undefined>()
  const isSignedOut = useStore(signedOut)
  const isOnline = useStore(online)
  const name = path[0] ?? "inbox"
  const session = useQuery(sessionQuery)
  const isOff = useStore(singleKeys) === "off"
  useTitle(name)
  useKeys("global", [
    { keys: ["Ctrl+k"], label: texts.keys.palette, run: () => setOpen("palette") },
    { keys: ["?"], label: texts.keys.help, run: () => setOpen("help") },
    { keys: ["z"], label: texts.keys.undo, run: undo },
    // Without a key: they are in the palette only.
    { keys: [], label: isOff ? texts.keys.switchOn : texts.keys.switchOff, run: toggleKeys },
    { keys: [], label: texts.keys.signOut, isOff: session.data === undefined || isSignedInByHost(), run: signOut },
    ...pages.flatMap(({ key, label, name }) =>
      key === undefined ? [] : [{ keys: [`g ${key}`], label: texts.keys.goTo(label), run: () => go(hrefOf([name])) }]
    )
  ])
  const close = () => setOpen(undefined)
  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector("main")?.focus()}>
        {texts.skip}
      </button>
      <Sidebar openPalette={() => setOpen("palette")} />
      <main tabIndex={-1}>
        {!isOnline && (
          <p class="banner" role="status">
            {texts.offline}
          </p>
        )}
        {!isSignedOut && <QueryFailed query={session} />}
        <PageView name={name} />
      </main>
      <Toasts />
      {open === "palette" && <Palette onClose={close} />}
      {open === "help" && <Help onClose={close} />}
      {isSignedOut && <SignIn />}
    </>
  )
}

export const App = () => (
  <QueryClientProvider client={queries}>
    <Frame />
  </QueryClientProvider>
)
