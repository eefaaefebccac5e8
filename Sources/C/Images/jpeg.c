#include "images.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

enum { CHUNK = 64 * 1024 };

// The library's struct is first, because callbacks get a pointer to it.
struct failures {
    struct jpeg_error_mgr manager;
    jmp_buf jump;
};

struct destination {
    struct jpeg_destination_mgr manager;
    struct mockpostly_bytes *out;
};

static void fail(j_common_ptr compress)
{
    longjmp(((struct failures *)compress->err)->jump, 1);
}

static void ignore(j_common_ptr compress, int level)
{
    (void)compress;
    (void)level;
}

static void make_room(j_compress_ptr compress)
{
    struct destination *destination = (struct destination *)compress->dest;
    struct mockpostly_bytes *out = destination->out;
    if (!mockpostly_bytes_reserve(out, CHUNK)) {
        fail((j_common_ptr)compress);
    }
    destination->manager.next_output_byte = out->start + out->count;
    destination->manager.free_in_buffer = out->capacity - out->count;
}

// Called by the library when the whole buffer is used; it ignores free_in_buffer.
static boolean take_full_buffer(j_compress_ptr compress)
{
    struct destination *destination = (struct destination *)compress->dest;
    destination->out->count = destination->out->capacity;
    make_room(compress);
    return TRUE;
}

static void take_rest(j_compress_ptr compress)
{
    struct destination *destination = (struct destination *)compress->dest;
    destination->out->count = destination->out->capacity - destination->manager.free_in_buffer;
}

static bool write(j_compress_ptr compress, struct destination *destination,
                  struct failures *failures, const uint8_t *rgba, int width, int height,
                  int quality)
{
    if (setjmp(failures->jump)) {
        return false;
    }
    // Clears all members but the error manager.
    jpeg_create_compress(compress);
    compress->dest = &destination->manager;
    compress->image_width = (JDIMENSION)width;
    compress->image_height = (JDIMENSION)height;
    compress->input_components = 4;
    compress->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(compress);
    jpeg_set_quality(compress, quality, TRUE);
    // Colour at full resolution, so that coloured letters on a coloured background have no fringes.
    compress->comp_info[0].h_samp_factor = 1;
    compress->comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(compress, TRUE);
    while (compress->next_scanline < compress->image_height) {
        JSAMPROW row = (JSAMPROW)(rgba + 4 * (size_t)width * compress->next_scanline);
        jpeg_write_scanlines(compress, &row, 1);
    }
    jpeg_finish_compress(compress);
    return true;
}

bool mockpostly_write_jpeg(const uint8_t *rgba, int width, int height, int quality,
                           struct mockpostly_bytes *out)
{
    struct failures failures;
    struct destination destination = {
        .manager =
            {
                .init_destination = make_room,
                .empty_output_buffer = take_full_buffer,
                .term_destination = take_rest,
            },
        .out = out,
    };
    // Zeroed first, so that destroying it is harmless even if creating it has failed.
    struct jpeg_compress_struct compress;
    memset(&compress, 0, sizeof compress);
    compress.err = jpeg_std_error(&failures.manager);
    failures.manager.error_exit = fail;
    failures.manager.emit_message = ignore;
    bool is_written = write(&compress, &destination, &failures, rgba, width, height, quality);
    jpeg_destroy_compress(&compress);
    return is_written;
}
