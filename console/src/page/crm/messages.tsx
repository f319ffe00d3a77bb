// Conversations: the messages of each phone number in order. The user can reply, close a
// conversation, or start a new one.

import type { ItemOf } from '@countinghouse/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Empty, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import type { Person } from './addressee.js';
import { firstOf, MessageForm } from './message-form.js';
import { ReplyForm } from './reply-form.js';
import { PERSON_KINDS } from './search.js';

const route = getRouteApi('/messages');

/** Conversations are built from at most this many recent messages. */
const MESSAGES_MAX = 500;

type Message = ItemOf<'crm/whatsapp/list'>;

/** Returns the phone number of the other party. */
const partnerOf = ({ direction, from, to }: Message): string =>
  (direction === 'INBOUND' ? from : to) ?? '';

export function Messages(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const maySend = useMay('crm.whatsapp.send');
  const { data, error } = useRead('crm/whatsapp/list', { query: { s: MESSAGES_MAX } });
  const threads = [...Map.groupBy(data?.result ?? [], partnerOf)];
  const at = Math.max(
    0,
    threads.findIndex(([partner]) => partner === search.with),
  );
  const open = (partner: string | undefined) =>
    void navigate({ search: { with: partner }, replace: true });
  const write = () => void navigate({ search: { ...search, form: 'new' } });
  const move = (step: number) => open(threads[at + step]?.[0] ?? search.with);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    w: maySend ? write : undefined,
    r: () => document.querySelector<HTMLElement>('#page .reply textarea')?.focus(),
  });
  const shown = threads[at];
  return (
    <Page
      title={t('place.messages')}
      full
      actions={
        maySend && (
          <Button tone="primary" onPress={write}>
            <Plus aria-hidden />
            {t('message.new')}
          </Button>
        )
      }
    >
      <Problem error={error} />
      {data?.count === 0 && (
        <Empty title={t('message.none')}>
          <p>{t('message.none.hint')}</p>
        </Empty>
      )}
      {shown !== undefined && (
        <div className="split">
          <ul aria-label={t('place.messages')}>
            {threads.map(([partner, messages], index) => (
              <ThreadLine
                key={partner}
                partner={partner}
                last={messages[0]}
                isOpen={index === at}
                onOpen={() => open(partner)}
              />
            ))}
          </ul>
          <div>
            <Thread messages={shown[1]} />
            {maySend && shown[0] !== '' && (
              <ReplyForm key={shown[0]} to={shown[0]} person={personOf(shown[1])} />
            )}
          </div>
        </div>
      )}
      {search.form === 'new' && maySend && (
        <MessageForm first={firstOf(search)} onClose={() => open(search.with)} onSent={open} />
      )}
    </Page>
  );
}

/** Returns the person in a conversation, as named in its latest messages. */
function personOf(messages: readonly Message[]): Person | undefined {
  for (const { relatedTo, relatedToId } of messages) {
    const kind = PERSON_KINDS.find((each) => each === relatedTo);
    if (kind !== undefined && relatedToId !== undefined) return { kind, id: relatedToId };
  }
  return undefined;
}

interface ThreadLineProps {
  readonly partner: string;
  readonly last: Message | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function ThreadLine({ partner, last, isOpen, onOpen }: ThreadLineProps): ReactNode {
  const format = useFormat();
  return (
    <li className={isOpen ? 'inbox-line one at' : 'inbox-line one'}>
      <button type="button" aria-current={isOpen} onClick={onOpen}>
        <span className="strong">{partner}</span>
        <span className="faint clip">{last?.body}</span>
        <span className="faint">{format.age(last?.createdDttm)}</span>
      </button>
    </li>
  );
}

function Thread({ messages }: { readonly messages: readonly Message[] }): ReactNode {
  return (
    <ol className="stack padded">
      {messages.toReversed().map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
    </ol>
  );
}

function Bubble({ message }: { readonly message: Message }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const mayUpdate = useMay('crm.whatsapp.update');
  const { id, direction, body, status, createdDttm } = message;
  const close = () =>
    act.run(write('put', 'crm/whatsapp/update', { body: { id, status: 'COMPLETED' } }), {
      ...{ say: t('message.closed'), touches: ['crm/'], asToast: true },
    });
  return (
    <li className={direction === 'OUTBOUND' ? 'bubble out' : 'bubble'}>
      <p>{body}</p>
      <p className="actions">
        <span className="faint figure">{format.dayAndTime(createdDttm)}</span>
        <Badge state={status} />
        {status === 'IN_PROGRESS' && mayUpdate && (
          <Button small onPress={() => void close()} isPending={act.isPending}>
            {t('message.close')}
          </Button>
        )}
      </p>
    </li>
  );
}
