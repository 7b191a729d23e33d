import { BadRequestException, Controller, Get, Header } from '@nestjs/common';
import { McpTool, McpToolResult } from 'nestjs-mcp';
import { PNG, WAV } from '../media.js';

/** Each kind of content. The suite calls the first listed tool to see that plain calls work. */
@Controller('content')
export class ContentToolsController {
  @Get('text')
  @McpTool({ name: 'test_simple_text', description: 'Answers with a text.' })
  text() {
    return 'This is a simple text response for testing.';
  }

  @Get('image')
  @Header('content-type', 'image/png')
  @McpTool({ name: 'test_image_content', description: 'Answers with an image.' })
  image() {
    return PNG;
  }

  @Get('audio')
  @Header('content-type', 'audio/wav')
  @McpTool({ name: 'test_audio_content', description: 'Answers with a recording.' })
  audio() {
    return WAV;
  }

  @Get('resource')
  @McpTool({ name: 'test_embedded_resource', description: 'Answers with a resource.' })
  resource() {
    return new McpToolResult({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    });
  }

  @Get('mixed')
  @McpTool({ name: 'test_multiple_content_types', description: 'Answers with content of several types.' })
  mixed() {
    return new McpToolResult({
      content: [
        'Multiple content types test:',
        { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ],
    });
  }

  @Get('error')
  @McpTool({ name: 'test_error_handling', description: 'Fails.' })
  error() {
    throw new BadRequestException('This tool intentionally returns an error for testing');
  }
}
