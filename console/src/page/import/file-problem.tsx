// Explains why a file cannot be read yet, and lets the user answer the open questions.

import { isProblem } from '@countinghouse/sdk';
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
import { RefusedCells } from './refused-cells.js';
import type { RowFileForm } from './row-file.js';

interface FileProblemProps {
  readonly error: unknown;
  readonly of: RowFileForm<unknown>;
  readonly members: readonly FileMember[];
  /** The error of each row of the preview, if any. */
  readonly faults?: readonly (string | undefined)[];
}

export function FileProblem({ error, of, members, faults = [] }: FileProblemProps): ReactNode {
  if (isProblem(error, 'CONSENT_COLUMN_NOT_MAPPED')) {
    return <ConsentColumns headers={error.args} of={of} members={members} />;
  }
  // The form itself shows a field for the account.
  if (isProblem(error, 'BANK_ACCOUNT_NEEDED')) return null;
  const questions = questionsOf(error, of, faults);
  // A refused bank statement has an error for each ambiguous cell, which the questions already
  // show.
  const isAsked = questions.length > 0 && isProblem(error);
  return (
    <>
      {questions.length > 0 && <Questions all={questions} of={of} />}
      {!isAsked &&
        (isProblem(error, 'TRANSFER_IMPORT_REFUSED') ? (
          <RefusedCells error={error} members={members} />
        ) : (
          <Problem error={error} />
        ))}
    </>
  );
}

// Fields that store consent are negative: they record that a person refuses contact.
const isConsent = ({ member }: FileMember) => /OptOut$|^doNot/.test(member);

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
              <MemberOptions members={members.filter(isConsent)} />
            </SelectField>
          ))}
        </div>
      </div>
    </section>
  );
}

/** A question about a column or a file whose cells can be read in two ways. */
interface Question {
  readonly header: string | undefined;
  readonly isDate: boolean;
  /** An ambiguous cell: its row, its column and its possible readings. */
  readonly detail: string;
}

const UNCLEAR = /^(AMBIGUOUS_(AMOUNT|DATE)|MIXED_FORMATS)$/;

function questionsOf(
  error: unknown,
  { reading, columns }: RowFileForm<unknown>,
  faults: readonly (string | undefined)[],
): readonly Question[] {
  const isOf = (header: string, detail = '') => detail.includes(`column "${header}"`);
  const refused = isProblem(error) ? error.errors.filter(({ code }) => UNCLEAR.test(code)) : [];
  const asked = refused.map(({ code, detail }) => ({
    ...{ detail, header: columns.find(({ header }) => isOf(header, detail))?.header },
    isDate: code === 'AMBIGUOUS_DATE' || (code === 'MIXED_FORMATS' && !detail.includes('decimal')),
  }));
  const unclear = isProblem(error) ? [] : (reading?.columns ?? []).filter((one) => one.unclear);
  const found = unclear.map(({ header, kind }) => ({
    ...{ header, isDate: kind === 'DATE' },
    detail: faults.find((detail) => isOf(header, detail)) ?? header,
  }));
  const all: readonly Question[] = [...asked, ...found];
  return all.filter(({ header }, place) => all.findIndex((q) => q.header === header) === place);
}

interface QuestionsProps {
  readonly all: readonly Question[];
  readonly of: RowFileForm<unknown>;
}

function Questions({ all, of }: QuestionsProps): ReactNode {
  const { t } = useSpeech();
  return (
    <section className="notice wait" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <div className="stack">
        <p>{t('import.question')}</p>
        {all.map((one) => (
          <div key={one.header} className="stack tight">
            <p>{one.detail}</p>
            <Answers to={one} of={of} />
          </div>
        ))}
      </div>
    </section>
  );
}

interface AnswersProps {
  readonly to: Question;
  readonly of: RowFileForm<unknown>;
}

function Answers({ to, of: { file, state } }: AnswersProps): ReactNode {
  const { t } = useSpeech();
  if (file === undefined) return null;
  const { header, isDate, detail } = to;
  // All numbers in a file have the same format, because one program wrote them. Date formats may
  // differ by column.
  const answer = (format: ColumnFormat) =>
    isDate && header !== undefined
      ? state(withFormat(file.reading, header, format))
      : state(changedReading(file.reading, format));
  // The server's error names the formats in which the cell is a valid date.
  const named = DATE_FORMATS.filter((each) => detail.includes(`(${each})`));
  return (
    <div className="actions">
      {!isDate &&
        DECIMAL_SEPARATORS.map((each) => (
          <Button key={each} small onPress={() => answer({ decimalSeparator: each })}>
            {t(`import.decimal.${each}`)}
          </Button>
        ))}
      {isDate &&
        (named.length > 0 ? named : DATE_FORMATS).map((each) => (
          <Button key={each} small onPress={() => answer({ dateFormat: each })}>
            {each}
          </Button>
        ))}
    </div>
  );
}
