/** Components that render again only when their properties change. */
import { Component } from "preact"

/** A component for rows of long lists. Give it texts, numbers, and functions that stay the same. */
export abstract class Pure<P extends object> extends Component<P> {
  override shouldComponentUpdate(next: P): boolean {
    const keys = new Set([...Object.keys(next), ...Object.keys(this.props)])
    return [...keys].some((key) => !Object.is(next[key as keyof P], (this.props as P)[key as keyof P]))
  }
}
