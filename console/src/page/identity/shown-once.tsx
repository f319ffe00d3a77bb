// A password or secret that the server shows only once. Closing the dialog before it has been
// stored asks for confirmation.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { useSpeech } from '../../lib/language.js';
import { notify } from '../../lib/toast.js';

interface ShownOnceProps {
  readonly title: string;
  /** The kind of secret, with instructions. */
  readonly says: string;
  /** The label and value of each item to store. The last item is the secret. */
  readonly values: readonly (readonly [label: string, value: string])[];
  readonly onClose: () => void;
}

export function ShownOnce({ title, says, values, onClose }: ShownOnceProps): ReactNode {
  const { t } = useSpeech();
  const [isLeaving, setLeaving] = useState(false);
  const secret = values.at(-1)?.[1] ?? '';
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    notify(t('once.copied'));
  };
  return (
    <Dialog title={title} onClose={() => setLeaving(true)}>
      <div className="stack">
        <p>{says}</p>
        <dl className="terms">
          {values.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
        {isLeaving && (
          <p className="notice wait" role="alert">
            {t('once.leaving')}
          </p>
        )}
        <div className="actions end">
          {isLeaving && (
            <Button tone="danger" onPress={onClose}>
              {t('once.discard')}
            </Button>
          )}
          <Button onPress={() => void copy()} autoFocus>
            {t('once.copy')}
          </Button>
          <Button tone="primary" onPress={onClose}>
            {t('once.stored')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
