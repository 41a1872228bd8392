/** Numbers as if drawn by chance that are the same whenever they are asked for. Pure functions. */
import type { AccountId } from "../ids.ts"
import { type Timestamp, toMillis } from "../Timestamp.ts"

/** Mixes the bits of a 32-bit integer (the finalizer of MurmurHash3). */
const mixed = (bits: number): number => {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** Adds a non-negative integer to a hash. */
const added = (hash: number, value: number): number => mixed(mixed(hash ^ (value >>> 0)) ^ Math.floor(value / 2 ** 32))

/** A 32-bit hash of two non-negative integers. It must never change: variants are chosen by it (`Variant.choose`). */
export const hashOf = (one: number, other: number): number => added(added(0x9e3779b9, one), other)

/**
 * A number from 0 until 1 for what an account does at an instant. The engine waits for a part of its pace by it, and
 * `upcoming` can say so before.
 */
export const chanceAt = (account_id: AccountId, at: Timestamp): number => hashOf(account_id, toMillis(at)) / 2 ** 32
