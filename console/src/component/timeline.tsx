// A person's messages, calls and transactions, newest first.

import {
  ArrowLeftRight,
  Banknote,
  type LucideIcon,
  MessageSquare,
  PhoneCall,
  ReceiptText,
  Target,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type ListOf, useShaped } from '../lib/api.js';
import { useFormat } from '../lib/format.js';
import { useSpeech } from '../lib/language.js';
import { Badge } from './badge.js';
import { Empty, Panel } from './page.js';
import { Problem } from './problem.js';

const SHOWN_MAX = 100;

const ICONS: Readonly<Record<string, LucideIcon>> = {
  ACTIVITY: PhoneCall,
  CASH_TRANSACTION: Banknote,
  CONTRACT_NOTE: ReceiptText,
  LEAD_STATUS: Target,
  MESSAGE: MessageSquare,
  WHATSAPP_MESSAGE: MessageSquare,
};

interface Entry {
  readonly kind: string;
  readonly id: number;
  readonly time: string;
  readonly subject?: string;
  readonly status?: string;
  readonly by?: string;
  readonly amount?: number;
  readonly currency?: string;
}

interface TimelineProps {
  readonly relatedTo: 'LEAD' | 'CONTACT' | 'CUSTOMER';
  readonly relatedToId: number;
}

/** Returns the subject of an entry with its codes translated into the reader's language. */
function saidSubject(kind: string, subject = '', word: (code: string) => string): string {
  if (kind === 'LEAD_STATUS') return subject.split(' → ').map(word).join(' → ');
  if (kind !== 'CASH_TRANSACTION' && kind !== 'CONTRACT_NOTE') return subject;
  const [code = '', ...rest] = subject.split(' ');
  return [word(code), ...rest].join(' ');
}

export function Timeline({ relatedTo, relatedToId }: TimelineProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data, error } = useShaped<ListOf<Entry>>('crm/timeline/list', {
    query: { relatedTo, relatedToId, s: SHOWN_MAX },
  });
  return (
    <Panel title={t('customer.part.timeline')} flush>
      <Problem error={error} />
      {data?.count === 0 && (
        <Empty title={t('state.none')}>
          <p>{t('timeline.none.hint')}</p>
        </Empty>
      )}
      <table className="plain">
        <tbody>
          {data?.result.map(({ kind, id, time, subject, status, by, amount, currency }) => {
            const Icon = ICONS[kind] ?? ArrowLeftRight;
            return (
              <tr key={`${kind} ${id}`}>
                <td className="figure nowrap faint">{format.dayAndTime(time)}</td>
                <td className="nowrap">
                  <Icon className="icon" aria-hidden /> {word(kind)}
                </td>
                <td className="said">{saidSubject(kind, subject, word)}</td>
                <td className="end">{format.amount(amount, currency)}</td>
                <td>
                  <Badge state={status} />
                </td>
                <td className="faint">{by}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
