// Why a file cannot be read yet, with the choices that answer the server's questions at once.

import { isProblem, type Violation } from '@countinghouse/sdk';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { SelectField } from '../../component/field.js';
import { Problem } from '../../component/problem.js';
import { useSpeech } from '../../lib/language.js';
import { type FileMember, MemberOptions, mappedOf } from './file-columns.js';
import {
  type ColumnFormat,
  changedReading,
  DATE_FORMATS,
  DECIMAL_SEPARATORS,
  withFormat,
} from './reading.js';
import type { RowFileForm } from './row-file.js';

interface FileProblemProps {
  readonly error: unknown;
  readonly of: RowFileForm<unknown>;
  readonly members: readonly FileMember[];
}

export function FileProblem({ error, of, members }: FileProblemProps): ReactNode {
  if (isProblem(error, 'CONSENT_COLUMN_NOT_MAPPED')) {
    return <ConsentColumns headers={error.args} of={of} members={members} />;
  }
  const questions = isProblem(error) ? error.errors.filter(isQuestion) : [];
  if (questions.length > 0) return <Questions all={questions} of={of} />;
  return <Problem error={error} />;
}

interface ConsentProps {
  readonly headers: readonly string[];
  readonly of: RowFileForm<unknown>;
  readonly members: readonly FileMember[];
}

function ConsentColumns({ headers, of, members }: ConsentProps): ReactNode {
  const { t } = useSpeech();
  return (
    <section className="notice bad" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <div className="stack">
        <p>{t('import.consent')}</p>
        <div className="fields">
          {headers.map((header) => (
            <SelectField
              key={header}
              label={t('import.consent.column', { header })}
              value=""
              onChange={({ target }) => of.map(mappedOf(header, target.value))}
            >
              <option value="">{t('import.consent.choose')}</option>
              <MemberOptions members={members} />
            </SelectField>
          ))}
        </div>
      </div>
    </section>
  );
}

const isAmount = ({ code }: Violation) => code === 'AMBIGUOUS_AMOUNT';
const isDate = ({ code }: Violation) => code === 'AMBIGUOUS_DATE';
const isQuestion = (one: Violation) => isAmount(one) || isDate(one) || one.code === 'MIXED_FORMATS';

interface QuestionsProps {
  readonly all: readonly Violation[];
  readonly of: RowFileForm<unknown>;
}

/** Cells that can be read in two ways. A choice is stated for the whole column or file. */
function Questions({ all, of }: QuestionsProps): ReactNode {
  const { t } = useSpeech();
  return (
    <section className="notice wait" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <div className="stack">
        <p>{t('import.question')}</p>
        {all.map((one) => (
          <div key={`${one.pointer} ${one.detail}`} className="stack tight">
            <p>{one.detail}</p>
            <Answers to={one} of={of} />
          </div>
        ))}
      </div>
    </section>
  );
}

interface AnswersProps {
  readonly to: Violation;
  readonly of: RowFileForm<unknown>;
}

function Answers({ to, of: { file, columns, state } }: AnswersProps): ReactNode {
  const { t } = useSpeech();
  if (file === undefined) return null;
  const header = columns.find((each) => to.detail.includes(`column "${each.header}"`))?.header;
  const answer = (format: ColumnFormat) =>
    header === undefined || isAmount(to)
      ? state(changedReading(file.reading, format))
      : state(withFormat(file.reading, header, format));
  // The server names the formats by which the cell has a date.
  const named = DATE_FORMATS.filter((each) => to.detail.includes(`(${each})`));
  const isOfAmounts = isAmount(to) || (!isDate(to) && to.detail.includes('decimal'));
  return (
    <div className="actions">
      {isOfAmounts
        ? DECIMAL_SEPARATORS.map((each) => (
            <Button key={each} small onPress={() => answer({ decimalSeparator: each })}>
              {t(`import.decimal.${each}`)}
            </Button>
          ))
        : (named.length > 0 ? named : DATE_FORMATS).map((each) => (
            <Button key={each} small onPress={() => answer({ dateFormat: each })}>
              {each}
            </Button>
          ))}
    </div>
  );
}
