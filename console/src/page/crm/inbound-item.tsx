// Shows an item of a delivery with its reason, its content as delivered, and the possible actions.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Dialog } from '../../component/dialog.js';
import { Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';

interface InboundItemProps {
  readonly item: ItemOf<'crm/inbound/list'>;
  readonly onClose: () => void;
}

const TOUCHES = ['crm/'];

export function InboundItem({ item, onClose }: InboundItemProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [discards, setDiscards] = useState(false);
  const { id, state } = item;
  const mayRetry = useMay('crm.inbound.retry') && (state === 'PARKED' || state === 'NO_EFFECT');
  const mayDiscard = useMay('crm.inbound.discard') && state === 'PARKED';
  const title = `${t('delivery-in.one')} ${id}`;
  const retry = async () => {
    const done = { say: t('delivery-in.retried'), touches: TOUCHES };
    const retrying = write('put', 'crm/inbound/retry/id/{id}', { path: { id } });
    if ((await act.run(retrying, done)) !== undefined) onClose();
  };
  if (discards) {
    return (
      <Confirm
        title={title}
        action={t('delivery-in.discard')}
        isDanger
        reason
        onClose={onClose}
        write={(reason) =>
          write('put', 'crm/inbound/discard/id/{id}', { path: { id }, body: { reason } })
        }
        done={{ say: t('delivery-in.discarded'), touches: TOUCHES }}
      >
        <p>{t('delivery-in.discard.question')}</p>
      </Confirm>
    );
  }
  return (
    <Dialog title={title} onClose={onClose} place="wide">
      <div className="stack">
        <Facts item={item} />
        <Content id={id} />
        <Problem error={act.error} />
        <div className="actions end">
          <Button onPress={onClose}>{t('action.close')}</Button>
          {mayDiscard && (
            <Button tone="danger" onPress={() => setDiscards(true)}>
              {t('delivery-in.discard')}
            </Button>
          )}
          {mayRetry && (
            <Button tone="primary" onPress={() => void retry()} isPending={act.isPending} autoFocus>
              {t('delivery-in.retry')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Facts({ item }: Pick<InboundItemProps, 'item'>): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <Terms
      of={{
        [t('order.status')]: <Badge state={item.state} />,
        [t('delivery-in.reason')]: item.reason,
        [t('delivery-in.channel')]: word(item.channel),
        [t('delivery-in.sender')]: item.sender,
        [t('delivery-in.received')]: format.dayAndTime(item.receivedDttm),
        [t('delivery-in.settled')]: format.dayAndTime(item.settledDttm),
        [t('delivery-in.attempts')]: item.attempts,
        [t('delivery-in.message')]: item.messageId,
      }}
    />
  );
}

/** The content, masked if the user may not see personal data. */
function Content({ id }: { readonly id: number }): ReactNode {
  const { t } = useSpeech();
  const { data, error } = useRead('crm/inbound/id/{id}', { path: { id } });
  return (
    <section aria-label={t('delivery-in.content')}>
      <h3>{t('delivery-in.content')}</h3>
      <Problem error={error} />
      {/* Only a focusable element can be scrolled by keyboard. */}
      <pre className="raw" tabIndex={0}>
        {shownContent(data?.content)}
      </pre>
    </section>
  );
}

// JSON is shown with line breaks. Hexadecimal octets and masked content are not changed.
function shownContent(content: string | undefined): string {
  if (content === undefined || !content.startsWith('{')) return content ?? '';
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}
