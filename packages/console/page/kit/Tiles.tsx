/** Figures in tiles; the most important one can be large. */
import type { ComponentChildren } from "preact"
import "./tiles.css"

export interface Tile {
  readonly name: string
  readonly figure: ComponentChildren
  /** The figure as a share, or what it is a share of. */
  readonly note?: ComponentChildren
  /** The course of the figure. */
  readonly spark?: ComponentChildren
}

/** With a large tile, the others have three columns beside it; without one, there are three columns: so six tiles fill all rows. */
export const Tiles = ({ large, tiles }: { readonly large?: Tile; readonly tiles: ReadonlyArray<Tile> }) => (
  <dl class="tiles">
    {[...(large === undefined ? [] : [large]), ...tiles].map((tile) => (
      <div class={`tile ${tile === large ? "tile-large" : ""}`} key={tile.name}>
        <dt>{tile.name}</dt>
        <dd>{tile.figure}</dd>
        {tile.note !== undefined && <dd class="meta tile-rate">{tile.note}</dd>}
        {tile.spark !== undefined && (
          <dd class="meta tile-spark" aria-hidden="true">
            {tile.spark}
          </dd>
        )}
      </div>
    ))}
  </dl>
)
