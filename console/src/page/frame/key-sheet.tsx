// The dialog with all keyboard shortcuts.

import type { ReactNode } from 'react';
import { Dialog } from '../../component/dialog.js';
import { useSpeech } from '../../lib/language.js';
import { placesFor } from '../../lib/navigation.js';
import type { Own } from '../../lib/permission.js';

export function KeySheet(props: { readonly own: Own; readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const everywhere: readonly (readonly [string, string])[] = [
    ['Ctrl K', t('key.palette')],
    ['?', t('key.sheet')],
    ['/', t('key.filter')],
    ['g .', t('shell.all-pages')],
    ...(props.own.may('order.trade-order.submit') ? [['n', t('key.order')] as const] : []),
    ['Ctrl Enter', t('key.send')],
    ['Esc', t('key.close')],
  ];
  const lists: readonly (readonly [string, string])[] = [
    ['↑ ↓  j k', t('key.move')],
    ['Enter', t('key.open')],
    ['Space  x', t('key.choose')],
    ['X', t('key.alike')],
    ['Home End', t('key.ends')],
    ['← →', t('key.group')],
    ['v', t('key.view')],
    ['y', t('key.approve')],
    ['r', t('key.reject')],
    ['p', t('key.post')],
    ['b  s', t('key.trade')],
    ['w', t('key.watch')],
  ];
  const records: readonly (readonly [string, string])[] = [
    ['e', t('key.amend')],
    ['c', t('key.end')],
    ['p', t('key.note')],
    ['m', t('key.lead')],
    ['w', t('key.write')],
    ['r', t('key.answer')],
  ];
  const ways = placesFor(props.own).map(({ key, name }) => [`g ${key}`, t(name)] as const);
  return (
    <Dialog title={t('key.title')} onClose={props.onClose} place="wide">
      <div className="columns even">
        <div className="stack">
          <KeyList title={t('key.everywhere')} keys={everywhere} />
          <KeyList title={t('key.lists')} keys={lists} />
          <KeyList title={t('key.records')} keys={records} />
        </div>
        <KeyList title={t('key.go')} keys={ways} />
      </div>
    </Dialog>
  );
}

function KeyList(props: {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}): ReactNode {
  return (
    <section>
      <h2>{props.title}</h2>
      <table className="plain">
        <tbody>
          {props.keys.map(([keys, does]) => (
            <tr key={keys}>
              <td className="keys">
                {keys.split(/ +/).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </td>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
