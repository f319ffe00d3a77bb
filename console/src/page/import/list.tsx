// Lists the imports of one kind with their outcome and refused rows, and approves or undoes them.

import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Empty, Panel } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { Write } from '../../lib/write.js';

/** The number of recent imports to show. */
export const IMPORTS_SHOWN_MAX = 100;

interface Imported {
  readonly id: number;
  readonly label: string;
  /** Absent for imports without a state. */
  readonly state?: string;
  readonly createdBy: string;
  readonly createdDttm: string;
}

interface ImportListProps<One extends Imported> extends ImportRowsProps<One> {
  readonly title: string;
  /** A description of the file's format. */
  readonly hint: string;
}

interface ImportRowsProps<One extends Imported> {
  readonly reply: { readonly count: number; readonly result: readonly One[] } | undefined;
  readonly figures: readonly (readonly [title: string, figure: (one: One) => number])[];
  /** Absent, like `saveErrors`, if a single invalid row causes the whole file to be refused. */
  readonly hasErrors?: (one: One) => boolean;
  readonly saveErrors?: (id: number) => Promise<unknown>;
  /** Absent if the undo is offered elsewhere. */
  readonly undo?: ImportStep<One>;
  /** Present if another person approves the import as a whole. */
  readonly approval?: ImportStep<One>;
}

interface ImportStep<One> {
  readonly isOffered: (one: One) => boolean;
  readonly question: string;
  /** The success message. Defaults to that of an undo. */
  readonly say?: string;
  readonly write: (id: number) => Write<unknown>;
  readonly touches: readonly string[];
}

export function ImportList<One extends Imported>(props: ImportListProps<One>): ReactNode {
  const { title, hint, ...rows } = props;
  const { t } = useSpeech();
  return (
    <Panel title={title} flush>
      {rows.reply?.count === 0 && (
        <Empty title={t('import.none')}>
          <p>{hint}</p>
        </Empty>
      )}
      <ImportRows {...rows} />
    </Panel>
  );
}

/** The table of imports, and the confirmation of an approval or an undo. */
export function ImportRows<One extends Imported>(props: ImportRowsProps<One>): ReactNode {
  const { reply, undo, approval } = props;
  const { t } = useSpeech();
  const [undone, setUndone] = useState<One>();
  const [approved, setApproved] = useState<One>();
  return (
    <>
      {reply !== undefined && reply.count > 0 && (
        <ImportTable {...props} imports={reply.result} onUndo={setUndone} onApprove={setApproved} />
      )}
      {undone !== undefined && undo !== undefined && (
        <StepQuestion
          action={t('journal.import.undo')}
          one={undone}
          step={undo}
          isDanger
          onClose={() => setUndone(undefined)}
        />
      )}
      {approved !== undefined && approval !== undefined && (
        <StepQuestion
          action={t('action.approve')}
          one={approved}
          step={approval}
          onClose={() => setApproved(undefined)}
        />
      )}
    </>
  );
}

interface StepQuestionProps<One> {
  readonly action: string;
  readonly one: One;
  readonly step: ImportStep<One>;
  readonly isDanger?: boolean;
  readonly onClose: () => void;
}

function StepQuestion<One extends Imported>(props: StepQuestionProps<One>): ReactNode {
  const { action, one, step, isDanger = false, onClose } = props;
  const { t } = useSpeech();
  return (
    <Confirm
      title={`${action}: ${one.label}`}
      action={action}
      isDanger={isDanger}
      onClose={onClose}
      write={() => step.write(one.id)}
      done={{ say: step.say ?? t('import.undone'), touches: step.touches }}
    >
      <p>{step.question}</p>
    </Confirm>
  );
}

interface ImportTableProps<One extends Imported> extends ImportRowsProps<One> {
  readonly imports: readonly One[];
  readonly onUndo: (one: One) => void;
  readonly onApprove: (one: One) => void;
}

function ImportTable<One extends Imported>(props: ImportTableProps<One>): ReactNode {
  const { imports, figures, hasErrors, saveErrors } = props;
  const { undo, onUndo, approval, onApprove } = props;
  const { t } = useSpeech();
  const format = useFormat();
  const hasStates = imports.some(({ state }) => state !== undefined);
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('journal.import.one')}</th>
          {hasStates && <th>{t('order.status')}</th>}
          <th>{t('cash.made-by')}</th>
          <th>{t('audit.at')}</th>
          {figures.map(([title]) => (
            <th key={title} className="end">
              {title}
            </th>
          ))}
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <th scope="row">{one.label}</th>
            {one.state !== undefined && (
              <td>
                <Badge state={one.state} />
              </td>
            )}
            <td>{one.createdBy}</td>
            <td>{format.dayAndTime(one.createdDttm)}</td>
            {figures.map(([title, figure]) => (
              <td key={title} className="end">
                {figure(one)}
              </td>
            ))}
            <td className="end">
              {hasErrors?.(one) && (
                <Button small onPress={() => void saveErrors?.(one.id)}>
                  {t('journal.import.errors')}
                </Button>
              )}
              {approval?.isOffered(one) && (
                <Button small onPress={() => onApprove(one)}>
                  {t('action.approve')}
                </Button>
              )}
              {undo?.isOffered(one) && (
                <Button small onPress={() => onUndo(one)}>
                  {t('journal.import.undo')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
