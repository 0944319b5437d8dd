import type { QuestionFact } from './question.js';

/** A line of plain words. */
export const text = (label: string, value: string): QuestionFact => ({ label, value, form: 'text' });

/** A line whose every character counts, as an address. */
export const mono = (label: string, value: string): QuestionFact => ({ label, value, form: 'mono' });

/** Several lines that keep their breaks. */
export const code = (label: string, value: string): QuestionFact => ({ label, value, form: 'code' });

/** What the person must not overlook. */
export const warning = (value: string): QuestionFact => ({ label: 'Attention', value, form: 'warning' });
