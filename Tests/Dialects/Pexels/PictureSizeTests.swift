import MockPostlyHTTP
import MockPostlyNouns
import PexelsContent
import Testing

@testable import PexelsDialect

/// How large a picture is drawn.
@Suite
struct PictureSizeTests {
    private static func photo(_ width: Int, _ height: Int) -> Photo {
        Photo(
            id: 1,
            title: "",
            alt: "",
            photographer: Photo.Photographer(id: 1, name: ""),
            width: width,
            height: height,
            color: RGB(0),
            tags: [],
            seed: 1
        )
    }

    @Test(
        arguments: [
            // A landscape, a portrait and a square in the eight sizes of `src`.
            (6000, 4000, "", 2048, 1365), (6000, 4000, "dpr=2&h=650&w=940", 1880, 1254),
            (6000, 4000, "h=650&w=940", 940, 627), (6000, 4000, "h=350", 525, 350),
            (6000, 4000, "h=130", 195, 130), (6000, 4000, "fit=crop&h=1200&w=800", 800, 1200),
            (6000, 4000, "fit=crop&h=627&w=1200", 1200, 627),
            (6000, 4000, "dpr=1&fit=crop&h=200&w=280", 280, 200),
            (4000, 6000, "", 1365, 2048), (4000, 6000, "dpr=2&h=650&w=940", 866, 1300),
            (4000, 6000, "h=650&w=940", 433, 650), (4000, 6000, "h=350", 233, 350),
            (4000, 6000, "h=130", 87, 130), (4000, 6000, "fit=crop&h=1200&w=800", 800, 1200),
            (3000, 3000, "", 2048, 2048), (3000, 3000, "h=650&w=940", 650, 650),
            (3000, 3000, "h=350", 350, 350), (3000, 3000, "fit=crop&h=627&w=1200", 1200, 627),
            // One side, up and down.
            (6000, 4000, "w=300", 300, 200), (6000, 4000, "w=1", 1, 1),
            (600, 400, "h=800", 1200, 800),
            // A small photo is not enlarged to fill a frame, nor by nothing.
            (600, 400, "", 600, 400), (600, 400, "h=650&w=940", 600, 400),
            (600, 400, "h=650&w=940&dpr=2", 1200, 800),
            (600, 400, "fit=crop&h=650&w=940", 940, 650),
            (600, 400, "fit=crop&h=200", 300, 200),
            // What cannot be read.
            (600, 400, "w=0", 600, 400), (600, 400, "w=-5", 600, 400), (600, 400, "w=x", 600, 400),
            (600, 400, "w=", 600, 400), (600, 400, "w=1e2", 600, 400),
            (600, 400, "h=99999999999999999999", 600, 400), (600, 400, "fit=max&w=300", 300, 200),
            (600, 400, "dpr=0.5", 600, 400), (600, 400, "dpr=4", 600, 400),
            (600, 400, "dpr=nan", 600, 400), (600, 400, "dpr=1.5", 900, 600),
            (600, 400, "w=300&w=100", 300, 200),
            // The largest there is.
            (6000, 4000, "w=9999", 4000, 2667), (6000, 4000, "h=4000", 4000, 2667),
            (6000, 4000, "dpr=3", 4000, 2666), (6000, 4000, "fit=crop&w=9999&h=9999", 4000, 4000),
            (6000, 4000, "fit=crop&w=4096&h=1024", 4000, 1000),
        ] as [(Int, Int, String, Int, Int)]
    )
    func `the size that is asked for`(
        photoWidth: Int,
        photoHeight: Int,
        query: String,
        width: Int,
        height: Int
    ) {
        let size = PictureSize(of: Self.photo(photoWidth, photoHeight), Query(query.utf8))
        #expect(size.width == width && size.height == height, "\(size)")
    }
}
