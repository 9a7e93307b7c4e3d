import { type tools as english, installCommand } from '../catalogue/tools.ts';
import type { Sentences } from './sentences.ts';

export const tools: Sentences<typeof english> = {
  'tool.no_answer': (p) =>
    `„${p.command}“ hat nicht innerhalb von ${p.seconds} Sekunden geantwortet. Prüfen Sie Adresse und Netzwerk, und versuchen Sie es erneut.`,
  'tool.not_started': (p) =>
    `„${p.command}“ konnte nicht gestartet werden. Geben Sie Arbeitsspeicher frei, und versuchen Sie es erneut.`,
  'tool.missing': (p) =>
    `Das Programm „${p.command}“ wurde nicht gefunden. ${installing(p.package)} Oder nennen Sie seinen Ort unter Einstellungen, Allgemein. Dann versuchen Sie es erneut.`,
  'tool.too_old': (p) =>
    `„${p.command}“ hat die Version ${p.version}, die fremde Repositorys dazu bringen können, ihre Programme auszuführen. Installieren Sie ${p.oldest} oder neuer, und versuchen Sie es erneut.`,
  'tool.other_lines': (p) =>
    `„${p.command}“ auf diesem Rechner schreibt vor seine Antworten eine eigene Zeile: „${p.said}“. So werden sie nicht verstanden. Nehmen Sie diese Zeile aus dem Skript, das für das Programm steht, oder nennen Sie den Ort des Programms selbst unter Einstellungen, Allgemein. Dann versuchen Sie es erneut.`,
  'tool.failed': (p, work) =>
    `„${p.command}“ endete mit einem Fehler (${p.how}). ${work.Again}; seine Meldung steht im Protokoll.`,
};

function installing(name: string): string {
  const command = installCommand(name);
  if (command === null) return `Installieren Sie das Paket ${name}.`;
  const more = process.platform === 'win32' && name === 'subversion' ? ', mit den Kommandozeilenwerkzeugen' : '';
  return `Installieren Sie es: ${command}${more}.`;
}
