// Shows in one line how the server read a file, with fields to change the settings.

import { type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';
import {
  changedReading,
  DATE_FORMATS,
  DECIMAL_SEPARATORS,
  DELIMITERS,
  dateColumns,
  ENCODINGS,
  numberColumns,
  type ReadingChange,
  type StatedReading,
  type UsedReading,
  withFormat,
} from './reading.js';
import { SkippedRows } from './skipped-rows.js';

interface FileReadingProps {
  readonly stated: StatedReading;
  /** Undefined if the file has not been read or could not be read. */
  readonly used: UsedReading | undefined;
  readonly onState: (reading: StatedReading) => void;
}

export function FileReading(props: FileReadingProps & { readonly isRefused: boolean }): ReactNode {
  const { stated, used, isRefused, onState } = props;
  const { t } = useSpeech();
  const facts = useFacts(used);
  const unknown = t(isRefused ? 'import.reading.unknown' : 'import.reading.wait');
  return (
    <details className="reading">
      <summary>
        <span>{facts.length > 0 ? facts.join(' · ') : unknown}</span>{' '}
        <span className="link">{t('import.reading.change')}</span>
      </summary>
      <div className="stack">
        <fieldset className="fields">
          <legend className="sr">{t('import.reading')}</legend>
          <FrameFields stated={stated} used={used} onState={onState} />
          <FormatFields stated={stated} used={used} onState={onState} />
        </fieldset>
        {used !== undefined && <SkippedRows count={used.skippedCount} rows={used.skipped} />}
      </div>
    </details>
  );
}

function useFacts(used: UsedReading | undefined): readonly string[] {
  const { t } = useSpeech();
  if (used === undefined) return [];
  const { format, encoding, encodingFrom, delimiter, sheet, headerRow, lastRow } = used;
  const { skippedCount, columns } = used;
  const separators = distinct(columns.map(({ decimalSeparator }) => decimalSeparator));
  const dates = distinct(columns.map(({ dateFormat }) => dateFormat));
  const from = encodingFrom && t(`import.encoding.${encodingFrom}`);
  const found = [
    format,
    encoding && (from === undefined ? encoding : `${encoding} (${from})`),
    delimiter && t(`import.delimiter.${delimiter}`),
    sheet && t('import.sheet.named', { sheet }),
    t('import.reading.rows', { headerRow, lastRow }),
    ...separators.map((each) => t(`import.decimal.${each}`)),
    ...dates,
    skippedCount > 0 ? t('import.skipped', { count: skippedCount }) : undefined,
  ];
  return found.filter((fact) => fact !== undefined);
}

const distinct = <Value,>(values: readonly (Value | undefined)[]): readonly Value[] =>
  [...new Set(values)].filter((value) => value !== undefined);

/**
 * The encoding and delimiter of a text file, or the sheet of a workbook, and the first and last
 * rows.
 */
function FrameFields({ stated, used, onState }: FileReadingProps): ReactNode {
  const { t } = useSpeech();
  const set = (change: ReadingChange) => onState(changedReading(stated, change));
  const sheets = used?.sheets ?? [];
  return (
    <>
      {used?.format !== 'XLSX' && (
        <>
          <FoundField
            label={t('import.encoding')}
            stated={stated.encoding}
            found={used?.encoding}
            choices={ENCODINGS.map((each) => [each, each])}
            onChoose={(encoding) => set({ encoding })}
          />
          <FoundField
            label={t('import.delimiter')}
            stated={stated.delimiter}
            found={used?.delimiter && t(`import.delimiter.${used.delimiter}`)}
            choices={DELIMITERS.map((each) => [each, t(`import.delimiter.${each}`)])}
            onChoose={(delimiter) => set({ delimiter })}
          />
        </>
      )}
      {sheets.length > 0 && (
        <FoundField
          label={t('import.sheet')}
          stated={stated.sheet}
          found={used?.sheet}
          choices={sheets.map((sheet) => [sheet, sheet])}
          onChoose={(sheet) => set({ sheet })}
        />
      )}
      <RowField
        label={t('import.header-row')}
        row={stated.headerRow ?? used?.headerRow}
        onState={(headerRow) => set({ headerRow })}
      />
      <RowField
        label={t('import.last-row')}
        row={stated.lastRow ?? used?.lastRow}
        onState={(lastRow) => set({ lastRow })}
      />
    </>
  );
}

/** The decimal separator and date format of each column, or of the whole file if it was refused. */
function FormatFields({ stated, used, onState }: FileReadingProps): ReactNode {
  const { t } = useSpeech();
  const columns = used?.columns ?? [];
  const decimals = DECIMAL_SEPARATORS.map((each) => [each, t(`import.decimal.${each}`)] as const);
  const dates = DATE_FORMATS.map((each) => [each, each] as const);
  const ofColumn = (header: string) => stated.columns?.find((each) => each.header === header);
  if (columns.length === 0) {
    return (
      <>
        <FoundField
          label={t('import.decimal')}
          stated={stated.decimalSeparator}
          choices={decimals}
          onChoose={(decimalSeparator) => onState(changedReading(stated, { decimalSeparator }))}
        />
        <FoundField
          label={t('import.date-format')}
          stated={stated.dateFormat}
          choices={dates}
          onChoose={(dateFormat) => onState(changedReading(stated, { dateFormat }))}
        />
      </>
    );
  }
  return (
    <>
      {numberColumns(columns).map(({ header, decimalSeparator: found }) => (
        <FoundField
          key={header}
          label={t('import.decimal.of', { header })}
          stated={ofColumn(header)?.decimalSeparator ?? stated.decimalSeparator}
          found={found && t(`import.decimal.${found}`)}
          choices={decimals}
          onChoose={(decimalSeparator) => onState(withFormat(stated, header, { decimalSeparator }))}
        />
      ))}
      {dateColumns(columns).map(({ header, dateFormat: found }) => (
        <FoundField
          key={header}
          label={t('import.date-format.of', { header })}
          stated={ofColumn(header)?.dateFormat ?? stated.dateFormat}
          found={found}
          choices={dates}
          onChoose={(dateFormat) => onState(withFormat(stated, header, { dateFormat }))}
        />
      ))}
    </>
  );
}

interface FoundFieldProps<Value extends string> {
  readonly label: string;
  readonly stated: Value | undefined;
  /** Describes in words how the server read the file. */
  readonly found?: string | undefined;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value | undefined) => void;
}

/** A choice that the server makes by default. */
function FoundField<Value extends string>(props: FoundFieldProps<Value>): ReactNode {
  const { label, stated, found, choices, onChoose } = props;
  const { t } = useSpeech();
  const chosen = (text: string) => choices.find(([value]) => value === text)?.[0];
  const isFound = stated === undefined && found !== undefined;
  return (
    <SelectField
      label={label}
      value={stated ?? ''}
      onChange={({ target }) => onChoose(chosen(target.value))}
    >
      <option value="">{isFound ? t('import.found.as', { found }) : t('import.found')}</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

interface RowFieldProps {
  readonly label: string;
  readonly row: number | undefined;
  readonly onState: (row: number | undefined) => void;
}

/** A field for a row number. It takes effect when the user leaves it or presses Enter. */
function RowField({ label, row, onState }: RowFieldProps): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState(String(row ?? ''));
  const [shown, setShown] = useState(row);
  if (row !== shown) {
    setShown(row);
    setText(String(row ?? ''));
  }
  const state = () => {
    const typed = /^[1-9]\d*$/.test(text.trim()) ? Number(text) : undefined;
    if (typed !== row) onState(typed);
  };
  return (
    <TextField
      label={label}
      figure
      inputMode="numeric"
      hint={t('import.row.hint')}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={state}
      onKeyDown={({ key }) => {
        if (key === 'Enter') state();
      }}
    />
  );
}
