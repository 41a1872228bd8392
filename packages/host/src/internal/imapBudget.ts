/**
 * Limits what a mail server may send. A server that sends lines which nobody asked for would otherwise keep the event loop
 * busy: the library parses each of them. Each command has an allowance of bytes and of lines; the connection ends when a
 * server exceeds it, before the rest is parsed.
 */
import type { ImapTransport } from "imapflow"
import * as net from "node:net"
import * as tls from "node:tls"
import { type Allowance, imapCommands } from "./budgets.ts"

const lineFeed = 10

/** The end of a line that announces a literal (RFC 9051, 4.3). */
const literal = /\{(\d{1,15})\+?\}\r?\n$/u

/** As many bytes at the end of a line as `literal` can match. */
const longestEnd = 20

/** Counts the bytes of a connection, and its lines outside of literals. */
export class Meter {
  #allowed: Allowance = imapCommands.connect
  #bytes = 0
  #lines = 0
  /** The bytes of the current literal that are still to come. */
  #literal = 0
  /** The end of the line that is not complete. */
  #end = ""

  /** Begins a command. */
  allow(allowance: Allowance): void {
    this.#allowed = allowance
    this.#bytes = 0
    this.#lines = 0
  }

  /** Why the server has sent too much; `null`: it has not. */
  get excess(): string | null {
    const { bytes, lines } = this.#allowed
    if (this.#bytes > bytes) return `The server sent more than ${bytes} bytes for one command`
    return this.#lines > lines ? `The server sent more than ${lines} lines for one command` : null
  }

  /** Counts what has arrived. Stops when it is more than allowed: then the rest does not matter. */
  count(chunk: Buffer): void {
    this.#bytes += chunk.length
    let at = 0
    while (at < chunk.length && this.excess === null) {
      // A line feed in a literal ends no line.
      if (this.#literal > 0) {
        const skipped = Math.min(this.#literal, chunk.length - at)
        this.#literal -= skipped
        at += skipped
        continue
      }
      const found = chunk.indexOf(lineFeed, at)
      const end = found === -1 ? chunk.length : found + 1
      this.#end = (this.#end + chunk.toString("latin1", Math.max(at, end - longestEnd), end)).slice(-longestEnd)
      at = end
      if (found === -1) continue
      this.#lines++
      this.#literal = Number(literal.exec(this.#end)?.[1] ?? 0)
      this.#end = ""
    }
  }
}

/** Connects as the library does, and ends the connection when the server sends more than the meter allows. */
export const transportOf = (meter: Meter): ImapTransport => {
  const listeners = new WeakMap<NodeJS.EventEmitter, (chunk: Buffer) => void>()
  /** The library begins to read in `begin`, so the meter counts a chunk before the library gets it. */
  const metered = <S extends net.Socket>(socket: S, begin: () => void) => {
    const listener = (chunk: Buffer) => {
      meter.count(chunk)
      if (meter.excess === null) return
      socket.unpipe()
      socket.destroy(new Error(meter.excess))
    }
    listeners.set(socket, listener)
    socket.on("data", listener)
    begin()
  }
  return {
    connect: ({ host, port, secure, servername, tls: options }, begin) => {
      const address = { host, port, ...(servername === undefined ? {} : { servername }) }
      const socket: net.Socket = secure
        ? tls.connect({ ...options, ...address }, () => metered(socket, begin))
        : net.connect(address, () => metered(socket, begin))
      return socket
    },
    upgrade: (plain, { host, servername, tls: options }, begin) => {
      const listener = listeners.get(plain)
      if (listener !== undefined) plain.off("data", listener)
      const names = { host, ...(servername === undefined ? {} : { servername }) }
      const socket: tls.TLSSocket = tls.connect({ ...options, ...names, socket: plain as net.Socket }, () =>
        metered(socket, begin)
      )
      return socket
    }
  }
}
