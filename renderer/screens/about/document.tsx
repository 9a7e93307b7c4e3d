import { Anchor, Code, Table, Text, Title } from '@mantine/core';
import { createContext, type MouseEvent, useContext } from 'react';
import { linkedPage } from './guide-links.ts';
import { type Block, spansOf } from './markdown.ts';

interface DocumentProps {
  blocks: readonly Block[];
  /** Order of the headings that are of the second level in the document. */
  top?: 2 | 3;
  /** Where links lead; without it their words alone are shown. */
  links?: DocumentLinks;
}

interface DocumentLinks {
  /** Name of the page that the document is. */
  page: string;
  /** Whether there is such a page. */
  isPage(name: string): boolean;
  /** In place of the Help screen with that page. */
  follow?: (name: string) => void;
}

const Links = createContext<DocumentLinks | undefined>(undefined);

/** A document of ours on a page: its headings come below the page's own. */
export function Document({ blocks, top = 2, links }: DocumentProps) {
  return (
    <Links value={links}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change while it is shown.
        <Part key={index} block={block} top={top} />
      ))}
    </Links>
  );
}

function Part({ block: { kind, level, lines }, top }: { block: Block; top: 2 | 3 }) {
  const [first = ''] = lines;
  if (kind === 'heading') {
    return (
      <Title order={level > 2 ? 3 : top} mt="sm">
        <Line text={first} />
      </Title>
    );
  }
  if (kind === 'paragraph') {
    return (
      <Text maw={640} data-selectable>
        <Line text={first} />
      </Text>
    );
  }
  if (kind === 'code') {
    return (
      <Code block data-selectable>
        {lines.join('\n')}
      </Code>
    );
  }
  if (kind === 'table') return <Rows lines={lines} />;
  const List = kind === 'list' ? 'ul' : 'ol';
  return (
    <List style={{ margin: 0, paddingInlineStart: 20, maxWidth: 640 }}>
      {lines.map((line) => (
        <Text component="li" key={line} data-selectable>
          <Line text={line} />
        </Text>
      ))}
    </List>
  );
}

function Rows({ lines }: { lines: readonly string[] }) {
  const [head = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return (
    <Table maw={640} data-selectable>
      <Table.Thead>
        <Table.Tr>
          {head.map((cell) => (
            <Table.Th key={cell}>
              <Line text={cell} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.join('|')}>
            {row.map((cell) => (
              <Table.Td key={cell}>
                <Line text={cell} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Line({ text }: { text: string }) {
  return spansOf(text).map(({ text: words, look, target }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: a line does not change while it is shown.
    if (look === 'strong') return <strong key={index}>{words}</strong>;
    if (look === 'emphasis') return <em key={index}>{words}</em>;
    if (look === 'code')
      return (
        <Code key={index} px={2}>
          {words}
        </Code>
      );
    if (look === 'link') return <PageLink key={index} words={words} target={target ?? ''} />;
    return <span key={index}>{words}</span>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: a line does not change while it is shown.
  });
}

function PageLink({ words, target }: { words: string; target: string }) {
  const links = useContext(Links);
  const page = links === undefined ? null : linkedPage(links.page, target);
  if (links === undefined || page === null || !links.isPage(page)) return <span>{words}</span>;
  const { follow } = links;
  const click = (event: MouseEvent) => {
    if (follow === undefined) return;
    event.preventDefault();
    follow(page);
  };
  return (
    <Anchor href={`#/help/${page}`} onClick={click} underline="always">
      {words}
    </Anchor>
  );
}
