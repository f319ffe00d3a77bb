// The FIX messages of an order, each with a description. Opening a message shows its fields, each
// with number, name, value and meaning.

import type { ItemOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';

const MESSAGES_MAX = 100;

/** The FIX tags that are used here. */
const TAG = { msgType: 35, execType: 150, ordStatus: 39, text: 58, lastQty: 32, lastPx: 31 };

type Message = ItemOf<'system/fix-session/message/list'>;
type Field = NonNullable<Message['fields']>[number];

interface MessagesProps {
  /** Selects the messages of this order, or those with this ClOrdID. */
  readonly of: { readonly order: number } | { readonly clOrdId: string };
}

export function FixMessages({ of }: MessagesProps): ReactNode {
  const { t } = useSpeech();
  const mayRead = useMay('system.fix-session.read');
  if (!mayRead) return null;
  return (
    <Panel title={t('order.fix')} flush>
      <FixMessageList of={of} />
    </Panel>
  );
}

/** The messages without a panel, newest first. */
export function FixMessageList({ of }: MessagesProps): ReactNode {
  const { t } = useSpeech();
  const enabled = useMay('system.fix-session.read');
  const { data, error } = useRead('system/fix-session/message/list', {
    query: { ...of, decoded: true, ownSide: true, s: MESSAGES_MAX },
    enabled,
  });
  if (!enabled) return null;
  if (data === undefined) return <Problem error={error} />;
  if (data.result.length === 0) return <p className="soft padded">{t('order.fix.none')}</p>;
  return (
    <ul className="fix-messages">
      {data.result.map((message) => (
        <li key={message.id}>
          <OneMessage message={message} />
        </li>
      ))}
    </ul>
  );
}

function OneMessage({ message }: { readonly message: Message }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { at, direction, fields, text, seqNum } = message;
  return (
    <details>
      <summary>
        <span className="figure nowrap faint">{format.moment(at)}</span>{' '}
        <span className="nowrap">{word(direction)}</span>{' '}
        <strong>{fields === undefined ? t('order.fix.garbled') : <Title fields={fields} />}</strong>
        {seqNum !== undefined && <span className="faint"> #{seqNum}</span>}
      </summary>
      {fields !== undefined && <Fields fields={fields} />}
      <p className="mono fix-message">{text}</p>
    </details>
  );
}

/**
 * Describes a message in a few words: its kind, what it reports, and the text sent by the exchange.
 */
function Title({ fields }: { readonly fields: readonly Field[] }): ReactNode {
  const { word } = useSpeech();
  const format = useFormat();
  const field = (tag: number) => fields.find((each) => each.tag === tag);
  const meaningOf = (tag: number) => {
    const found = field(tag);
    return found && (found.meaning === undefined ? found.value : word(found.meaning));
  };
  const [quantity, price] = [field(TAG.lastQty)?.value, field(TAG.lastPx)?.value];
  const isFill = quantity !== undefined && price !== undefined && Number(quantity) > 0;
  const parts = [
    meaningOf(TAG.msgType),
    meaningOf(TAG.execType),
    isFill ? `${format.quantity(quantity)} @ ${format.price(price)}` : undefined,
    field(TAG.text)?.value,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function Fields({ fields }: { readonly fields: readonly Field[] }): ReactNode {
  const { t, word } = useSpeech();
  // A group repeats its tags, so each field is identified by its position.
  const placed = fields.map((field, place) => ({ ...field, place }));
  return (
    <table className="plain">
      <thead>
        <tr>
          <th className="end">{t('order.fix.tag')}</th>
          <th>{t('order.fix.name')}</th>
          <th>{t('order.fix.value')}</th>
          <th>{t('order.fix.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {placed.map(({ place, tag, name, value, meaning }) => (
          <tr key={place}>
            <td className="end">{tag}</td>
            <td>{name ?? t('order.fix.unknown')}</td>
            <td className="mono fix-message">{value}</td>
            <td>{word(meaning)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
