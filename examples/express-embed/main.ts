/** Mailroom inside an Express app: its whole API under /mailroom, beside the app's own routes. */
import { ApiKeys, Mailroom } from "@mailroom/core"
import { NodeServer } from "@mailroom/http"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Layer } from "effect"
import express from "express"

// #region embed
const mailroom = ApiKeys.layerAuthenticator.pipe(
  Layer.provideMerge(Mailroom.layer),
  Layer.provide([MemoryStorage.layer, PostalMime.layer])
)
const { dispose, handler } = await NodeServer.toHandler(mailroom, { publicUrl: "http://localhost:3000/mailroom" })

const app = express()
app.use("/mailroom", handler)
// #endregion embed
app.get("/", (_request, response) => void response.send("The app itself"))

const server = app.listen(0)
const address = server.address()
const port = typeof address === "object" && address !== null ? address.port : 0
const answer = await fetch(`http://localhost:${port}/mailroom/livez`)
const refused = await fetch(`http://localhost:${port}/mailroom/campaigns`)
console.log(await answer.text(), refused.status, await (await fetch(`http://localhost:${port}/`)).text())
server.close()
await dispose()
