// The form to propose a reference data record or its next version. A second person approves it. A
// dry run shows what would change.

import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { Differences } from '../../component/difference.js';
import { LongTextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { ScrollX } from '../../component/scroll-x.js';
import { useAct } from '../../lib/act.js';
import { useDebounced } from '../../lib/debounced.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useSpeech } from '../../lib/language.js';
import { KINDS, type ReferenceRecord, TOUCHED } from './kind.js';
import { MemberFields, shownErrors } from './member-field.js';
import type { ReferenceName } from './search.js';
import { isWhole, proposing, type ReferenceValues, valuesOf } from './values.js';

interface MakerProps {
  readonly of: ReferenceName;
  /** The version in force. Absent for a new record. */
  readonly base?: ReferenceRecord | undefined;
  readonly onClose: () => void;
}

export function Maker({ of, base, onClose }: MakerProps): ReactNode {
  const { t } = useSpeech();
  const kind = KINDS[of];
  const act = useAct();
  const form = useForm<ReferenceValues>({ defaultValues: valuesOf(kind, base) });
  const values = useWatch({ control: form.control, compute: (all: ReferenceValues) => all });
  const typed = useDebounced(values);
  const isReady = isWhole(kind, typed);
  // The reason does not affect the result, so typing it starts no dry run.
  const trial = useDryRun(isReady ? proposing(kind, { ...typed, reason: '' }) : undefined);
  const error = act.error ?? (isReady ? trial.error : null);
  const differences = differencesOf(trial.data);
  const isSame = isReady && !trial.error && differences?.length === 0;
  const submit = form.handleSubmit(async (sent) => {
    const done = { say: t('reference.proposed', { name: sent.text.name ?? '' }), touches: TOUCHED };
    if ((await act.run(proposing(kind, sent), done)) !== undefined) onClose();
  });
  return (
    <Dialog
      title={
        base === undefined ? t(`reference.new.${of}`) : t('reference.change', { name: base.name })
      }
      onClose={onClose}
      place="side"
    >
      <Form onSubmit={submit} onEdit={act.clear}>
        <MemberFields kind={kind} form={form} error={error} isNew={base === undefined} />
        <LongTextField
          label={t('field.reason')}
          fieldError={fieldErrorOf(error, 'reason')}
          {...form.register('reason')}
        />
        <Problem error={error} shown={shownErrors(kind, values)} />
        {isReady && !error && <Trial of={of} differences={differences} />}
        <div className="actions end">
          <CurlButton write={() => proposing(kind, form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending} isDisabled={isSame}>
            {t('reference.propose')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface Difference {
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Returns the fields that the proposal would change. Undefined while unknown. */
function differencesOf(reply: unknown): readonly Difference[] | undefined {
  const found: unknown = Object(Object(reply).result).differences;
  return Array.isArray(found) ? found : undefined;
}

interface TrialProps {
  readonly of: ReferenceName;
  readonly differences: readonly Difference[] | undefined;
}

function Trial(props: TrialProps): ReactNode {
  const { t } = useSpeech();
  const { fields } = KINDS[props.of];
  const { differences } = props;
  // A pointer begins with the field, followed by the place within it, such as /shares/0/percent.
  const nameOf = (pointer: string): string => {
    const [, member, ...within] = pointer.split('/');
    const field = fields.find((each) => each.member === member);
    if (field === undefined) return pointer;
    return [t(`reference.member.${field.member}`), ...within].join(' / ');
  };
  if (differences === undefined) return null;
  if (differences.length === 0) {
    return (
      <p className="faint" role="status">
        {t('reference.same')}
      </p>
    );
  }
  return (
    <section className="panel" aria-label={t('reference.differences')}>
      <header>
        <h2>{t('reference.differences')}</h2>
      </header>
      <ScrollX>
        <Differences
          of={differences.map(({ pointer, ...rest }) => ({ ...rest, member: nameOf(pointer) }))}
        />
      </ScrollX>
    </section>
  );
}
