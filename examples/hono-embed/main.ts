/** Mailroom inside a Hono app; the same handler serves Next, Bun, Deno and whatever else speaks `Request`. */
import { ApiKeys, Mailroom } from "@mailroom/core"
import { Server } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Layer } from "effect"
import { Hono } from "hono"

// #region embed
const mailroom = ApiKeys.layerAuthenticator.pipe(
  Layer.provideMerge(Mailroom.layer),
  Layer.provide([MemoryStorage.layer, PostalMime.layer])
)
const { dispose, handler } = Server.toWebHandler(mailroom, { publicUrl: "http://localhost:3000/mailroom" })

const app = new Hono()
app.get("/", (context) => context.text("The app itself"))
app.mount("/mailroom", (request) => handler(request))
// #endregion embed

const answer = await app.request("/mailroom/livez")
const refused = await app.request("/mailroom/campaigns")
console.log(await answer.text(), refused.status, await (await app.request("/")).text())
await dispose()
