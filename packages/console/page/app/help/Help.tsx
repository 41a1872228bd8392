/** The keys that are in force, and what they do. */
import { Fragment } from "preact"
import { bindings, singleKeys } from "../../base/keys.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { keyText } from "../../kit/Kbd.tsx"
import { texts } from "./texts.ts"

export const Help = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog label={texts.title} onClose={onClose} class="help">
    {singleKeys.get() === "off" && <p>{texts.off}</p>}
    {/* Bindings without keys are for the palette alone. */}
    {bindings()
      .map(([layer, list]) => [layer, list.filter(({ keys }) => keys.length > 0)] as const)
      .filter(([, list]) => list.length > 0)
      .map(([layer, list]) => (
        <section key={layer}>
          <h3>{texts.layers[layer]}</h3>
          <dl class="help-list">
            {list.map(({ keys, label }) => (
              <div key={keys.join()}>
                <dt>{label}</dt>
                <dd>
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && " "}
                      <kbd>{keyText(key)}</kbd>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
  </Dialog>
)
