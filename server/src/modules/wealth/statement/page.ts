// Draws the printed wealth statement: letterhead, holder, and sections. Empty sections are left
// out.

import { wallClock } from '../../../platform/calendar/wall-clock.js';
import {
  drawContinuation,
  drawFeet,
  drawHolder,
  drawLetterhead,
  drawNotice,
} from '../../../platform/files/letter.js';
import { type Flow, INK } from '../../../platform/files/page-table.js';
import { PAGE, type Pdf } from '../../../platform/files/pdf.js';
import { drawAllocation } from './allocation-page.js';
import type { StatementContent } from './content.js';
import { drawGains } from './gain-page.js';
import { drawGrowth } from './growth-page.js';
import { drawFixedIncome, drawPositions } from './holding-page.js';
import { drawCosts, drawMovements } from './movement-page.js';
import { drawEnd, drawRemarks, type PaperSeal } from './remark-page.js';
import { drawSummary } from './summary-page.js';

/** A statement with its seal; a preview has none. */
export interface StatementPaper {
  readonly content: StatementContent;
  readonly seal?: PaperSeal | undefined;
}

/** Draws the whole statement. */
export function drawStatement(pdf: Pdf, { content, seal }: StatementPaper): void {
  const { office, figures, number } = content;
  const { period } = figures;
  const title = number === '' ? 'Preview' : `No. ${number}`;
  const onNewPage = () => drawContinuation(pdf, office.firm, `Statement of wealth ${title}`);
  const flow: Flow = { pdf, y: PAGE.margin, onNewPage };
  drawLetterhead(flow, office, {
    title: 'STATEMENT OF WEALTH',
    subtitle: `${period.from} to ${period.to} · ${title}`,
  });
  if (content.replaces !== '') {
    const text = `This statement replaces statement ${content.replaces}.`;
    drawNotice(flow, text, INK.accent);
  }
  drawParties(flow, content);
  drawSummary(flow, figures);
  drawAllocation(flow, figures);
  drawPositions(flow, figures);
  drawFixedIncome(flow, figures);
  drawMovements(flow, figures);
  drawGains(flow, figures);
  drawCosts(flow, figures);
  drawGrowth(flow, figures);
  drawRemarks(flow, content);
  drawEnd(flow, content, seal);
  const foot = `${office.firm} · Statement of wealth ${title} · ${content.customer.code}`;
  drawFeet(pdf, foot, seal === undefined ? 'PREVIEW' : undefined);
}

function drawParties(flow: Flow, content: StatementContent): void {
  const { customer, figures, office, number, version } = content;
  const { period, currency } = figures;
  drawHolder(flow, { name: customer.name, address: customer.address }, [
    ['Customer number', customer.code],
    ['Statement', number],
    ['Version', number === '' ? '' : String(version)],
    ['Period', `${period.from} to ${period.to}`],
    ['Currency', currency],
    ['Issued', wallClock(content.issuedAt, office.timeZone)],
  ]);
}
