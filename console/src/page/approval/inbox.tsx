// The approval inbox shows the waiting items and, on the right, the effect of the open item.

import { CircleCheckBig } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../component/button.js';
import { ConfirmEach } from '../../component/confirm.js';
import { Empty, Loading, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { Detail } from './detail.js';
import { useWaitingItems, type WaitingItem } from './item.js';
import { KINDS, TOUCHED } from './kind.js';

export function Inbox(): ReactNode {
  const { t } = useSpeech();
  const { items, isKnown, error } = useWaitingItems();
  const own = useOwn();
  const { shown, open, move } = useOpenItem(isKnown ? items : []);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => choose(toggled(chosen, key));
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: shown && (() => toggle(shown.key)),
    X: shown && (() => choose(new Set(keysAlike(items, shown)))),
  });
  return (
    <Page title={t('place.approvals')} full>
      {error !== undefined && <Problem error={error} />}
      {/*
       * All kinds load together. An item that arrives late would move the item about to be decided.
       */}
      {!isKnown ? (
        <Loading />
      ) : (
        <>
          {/* Outside the list, so that the outcomes remain after its last item has left. */}
          <Bulk
            items={items.filter(({ key, kind }) => chosen.has(key) && own?.may(KINDS[kind].decide))}
            onDone={() => choose(new Set())}
          />
          {items.length === 0 ? (
            <Empty title={t('approval.none')} icon={<CircleCheckBig aria-hidden />}>
              <p>{t('approval.none.hint')}</p>
            </Empty>
          ) : (
            <div className="split">
              <ul className="inbox" aria-label={t('place.approvals')}>
                {items.map((item) => (
                  <Line
                    key={item.key}
                    item={item}
                    isOpen={item === shown}
                    isChosen={chosen.has(item.key)}
                    onOpen={() => open(item.key)}
                    onToggle={() => toggle(item.key)}
                  />
                ))}
              </ul>
              {shown === undefined ? (
                <div className="stack padded">
                  <p className="faint">{t('approval.gone')}</p>
                </div>
              ) : (
                <Detail key={shown.key} item={shown} hasKeys={chosen.size === 0} />
              )}
            </div>
          )}
        </>
      )}
    </Page>
  );
}

/**
 * Tracks the open item. It is the oldest one until the user opens another. A decision does not open
 * another item, so users decide only on items that they have read.
 */
function useOpenItem(items: readonly WaitingItem[]) {
  const [open, setOpen] = useState<string>();
  const place = useRef(0);
  if (open === undefined ? items.length > 0 : items.length === 0) setOpen(items[0]?.key);
  const at = items.findIndex(({ key }) => key === open);
  if (at >= 0) place.current = at;
  const shown = items[at];
  const move = (step: 1 | -1) => {
    // After a decision, the next item moves up to the position of the decided one.
    const to = shown === undefined && step > 0 ? place.current : place.current + step;
    setOpen(items[Math.min(Math.max(to, 0), items.length - 1)]?.key);
  };
  return { shown, open: setOpen, move };
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Returns the keys of all items of the same kind as the given one. */
const keysAlike = (items: readonly WaitingItem[], { kind }: WaitingItem): readonly string[] =>
  items.filter((item) => item.kind === kind).map(({ key }) => key);

interface LineProps {
  readonly item: WaitingItem;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
  readonly onToggle: () => void;
}

function Line({ item, isOpen, isChosen, onOpen, onToggle }: LineProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <li className={isOpen ? 'inbox-line at' : 'inbox-line'}>
      <input
        type="checkbox"
        aria-label={`${t('grid.choose')}: ${item.title}`}
        checked={isChosen}
        onChange={onToggle}
      />
      <button type="button" aria-current={isOpen} onClick={onOpen}>
        <span className="strong">{item.title}</span>
        <span className="faint">
          {t(`approval.kind.${item.kind}`)} · {item.who} · {format.age(item.at)}
        </span>
      </button>
    </li>
  );
}

function Bulk(props: {
  readonly items: readonly WaitingItem[];
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useSpeech();
  const [confirming, confirm] = useState<'approve' | 'reject'>();
  const { items } = props;
  const isOffered = items.length > 0;
  useKeys(isOffered ? { y: () => confirm('approve'), r: () => confirm('reject') } : {});
  // Stays open after the last item has left the list, so that the user can read the outcomes.
  if (!isOffered && confirming === undefined) return null;
  const close = () => {
    confirm(undefined);
    props.onDone();
  };
  return (
    <div className="bulk">
      <strong>{t('grid.count', { count: items.length })}</strong>
      <Button small tone="primary" onPress={() => confirm('approve')}>
        {t('action.approve')}
      </Button>
      <Button small onPress={() => confirm('reject')}>
        {t('action.reject')}
      </Button>
      {confirming !== undefined && (
        <ConfirmEach
          title={t(`action.${confirming}`)}
          action={t(`action.${confirming}`)}
          isDanger={confirming === 'reject'}
          reason={confirming === 'reject'}
          onClose={close}
          touches={TOUCHED}
          all={(reason) =>
            items.map((item) => ({
              label: item.title,
              write: confirming === 'approve' ? item.approve : item.reject(reason),
            }))
          }
        />
      )}
    </div>
  );
}
