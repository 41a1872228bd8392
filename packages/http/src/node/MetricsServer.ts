/** A server for `GET /metrics` alone: for processes that do the background work without the HTTP API. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { createServer } from "node:http"
import * as Metrics from "../pipeline/Metrics.ts"

export interface Options {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
}

/** Serves the figures of this process until the layer is released. Provides the `HttpServer`. */
export const layer = ({ host, port }: Options) =>
  HttpRouter.serve(Metrics.layer, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layerServer(() => createServer(), { host, port })),
    Layer.provide(NodeHttpServer.layerHttpServices)
  )
